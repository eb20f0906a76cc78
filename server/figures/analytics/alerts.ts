import { sql } from 'kysely'
import type { z } from 'zod'
import type { listAlertsRaised, Period } from '../../../contract/figures/analytics.ts'
import type { Database } from '../../ground/db/connect.ts'
import { dayBegins, dayEnds } from '../../ground/records/days.ts'
import { planned } from './planned.ts'

type Alerts = z.infer<typeof listAlertsRaised.reply>
type Row = Alerts['alerts'][number] & Pick<Alerts, 'raised' | 'open'>

const firstRaised = planned(
  ({ from, to }: Period) => sql<Row>`
    select alert.id, alert.kind, alert.item_id as "inventoryItemId", item.name as "inventoryItemName",
      alert.raised_at as "raisedAt", alert.cleared_at as "clearedAt",
      (count(*) over ())::int as raised, (count(*) filter (where alert.cleared_at is null) over ())::int as open
    from stock_alert alert join inventory_item item on item.id = alert.item_id
    where alert.raised_at >= ${dayBegins(from)}
      and alert.raised_at < ${dayEnds(to)}
    order by alert.raised_at, alert.id limit 500`,
)

export async function alertsRaised(db: Database, period: Period): Promise<Alerts> {
  const rows = await firstRaised(db, period)
  const { raised, open } = rows[0] ?? { raised: 0, open: 0 }
  return { raised, open, alerts: rows.map(({ raised: _, open: __, ...alert }) => alert) }
}
