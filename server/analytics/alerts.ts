import { sql } from 'kysely'
import type { z } from 'zod'
import type { listAlertsRaised, Period } from '../../contract/figures/analytics.ts'
import type { Database } from '../db/connect.ts'
import { dayBegins, dayEnds } from '../records/days.ts'
import { planned } from './planned.ts'

type Alert = z.infer<typeof listAlertsRaised.reply>[number]

const raised = planned(
  ({ from, to }: Period) => sql<Alert>`
    select alert.id, alert.kind, alert.item_id as "inventoryItemId", item.name as "inventoryItemName",
      alert.raised_at as "raisedAt", alert.cleared_at as "clearedAt"
    from stock_alert alert join inventory_item item on item.id = alert.item_id
    where alert.raised_at >= ${dayBegins(from)}
      and alert.raised_at < ${dayEnds(to)}
    order by alert.raised_at, alert.id limit 500`,
)

export function alertsRaised(db: Database, period: Period): Promise<Alert[]> {
  return raised(db, period)
}
