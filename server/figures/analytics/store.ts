import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { daysOf, type Period, periodBefore } from '../../../contract/figures/analytics.ts'
import {
  type analyzeStore,
  mostUsedNamed,
  type StoreFigures,
  type UsedItem,
} from '../../../contract/figures/store.ts'
import { type ItemCategory, itemCategories, type MovementKind } from '../../../contract/store/kinds.ts'
import type { Database } from '../../ground/db/connect.ts'
import { dayBegins, dayEnds } from '../../ground/records/days.ts'
import { planned } from './planned.ts'

/** A period and the one before it: movements are of the one before until `since`. */
const bounds = (period: Period): RawBuilder<unknown> => sql`(
  select ${dayBegins(periodBefore(period).from)} as earlier, ${dayBegins(period.from)} as since,
    ${dayEnds(period.to)} as until
) bound`

interface Moved {
  /** 'there' is what the store holds now. */
  of: 'before' | 'period' | 'after' | 'there'
  /** The day within the period. */
  day: string | null
  category: ItemCategory
  kind: MovementKind | null
  cause: 'EXPIRED' | 'DAMAGED' | null
  worth: number
}

/**
 * From the period before until now, and what is there now: in one statement, so that both are of one moment. What was
 * there then is what is there now without what moved since.
 */
const moved = planned(
  (period: Period) => sql<Moved>`
    select case when at < since then 'before' when at < until then 'period' else 'after' end as of,
      case when at >= since and at < until then (at at time zone time_zone)::date::text end as day,
      category, kind, cause, sum(movement.worth) as worth
    from hospital, ${bounds(period)} join stock_movement movement on at >= earlier
    join inventory_item item on item.id = item_id
    group by 1, 2, 3, 4, 5
    union all select 'there', null, category, null, null, worth from store_tally`,
)

const used = planned(
  (period: Period, most: number | null) => sql<UsedItem>`
    select item.id, item.name, item.unit, item.category, -sum(movement.quantity) filter (where at >= since) as quantity,
      -sum(movement.worth) filter (where at >= since) as used,
      coalesce(-sum(movement.worth) filter (where at < since), 0) as "usedBefore"
    from ${bounds(period)} join stock_movement movement on at >= earlier and at < until
    join inventory_item item on item.id = item_id
    where kind in ('ISSUE', 'RETURN')
    group by item.id having max(at) >= min(since)
    order by used desc, item.name_key, item.id limit ${most}`,
)

/** The usage of each item, the most used first. */
export function itemsUsed(db: Database, period: Period): Promise<UsedItem[]> {
  return used(db, period, null)
}

export async function storeFigures(
  db: Database,
  period: Period,
): Promise<z.infer<typeof analyzeStore.reply>> {
  const [rows, mostUsed] = await Promise.all([moved(db, period), used(db, period, mostUsedNamed)])
  const of = (part: Moved['of'], category?: ItemCategory) =>
    rows.filter((row) => row.of === part && (!category || row.category === category))
  const closing = (category?: ItemCategory) => sumOf(of('there', category)) - sumOf(of('after', category))
  const inPeriod = of('period')
  const byDay = Map.groupBy(inPeriod, ({ day }) => day)
  let left = closing()
  const days = daysOf(period)
    .toReversed()
    .map((day) => {
      const its = byDay.get(day) ?? []
      const figures = figuresOf(its, left)
      left -= sumOf(its)
      return { day, ...figures }
    })
  return {
    total: figuresOf(inPeriod, closing()),
    before: figuresOf(of('before'), closing() - sumOf(inPeriod)),
    days: days.toReversed(),
    categories: itemCategories.map((category) => ({
      category,
      ...figuresOf(of('period', category), closing(category)),
      usedBefore: figuresOf(of('before', category), 0).used,
    })),
    mostUsed,
  }
}

/** In cents, without what binary fractions lose. */
function sumOf(rows: readonly Moved[]): number {
  return rows.reduce((sum, { worth }) => sum + Math.round(worth * 100), 0)
}

/** `closing`: what was there afterwards, in cents. */
function figuresOf(rows: readonly Moved[], closing: number): StoreFigures {
  const added = (...kinds: MovementKind[]) =>
    sumOf(rows.filter(({ kind }) => kind && kinds.includes(kind))) / 100
  const disposed = (of: Moved['cause']) => 0 - sumOf(rows.filter(({ cause }) => cause === of)) / 100
  return {
    worth: closing / 100,
    received: added('RECEIVE'),
    used: 0 - added('ISSUE', 'RETURN'),
    expired: disposed('EXPIRED'),
    damaged: disposed('DAMAGED'),
    adjusted: added('ADJUST'),
  }
}
