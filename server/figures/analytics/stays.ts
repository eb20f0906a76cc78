import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  type analyzeStays,
  daysOf,
  lengthOf,
  type Period,
  periodBefore,
  type StayFigures,
} from '../../../contract/figures/analytics.ts'
import { type Ward, wards } from '../../../contract/wards/wards.ts'
import type { Database } from '../../ground/db/connect.ts'
import { dayBegins } from '../../ground/records/days.ts'
import { firstWard, isReadmission, lastWard } from '../../wards/admissions/public.ts'
import { unitOfStay } from '../../wards/beds/public.ts'
import { planned } from './planned.ts'
import { spread } from './spread.ts'

/** A time in the future does not count. */
const begins = (day: RawBuilder<unknown>) => sql`least(${dayBegins(day)}, now())`

const bounds = ({ from, to }: Period) => sql`(
  select ${begins(sql`${from}::date`)} as since, ${begins(sql`${to}::date + 1`)} as until
) period`

/** Hours of a slice of the period in which something was, whose end may be open. */
const hoursOf = (started: RawBuilder<unknown>, ended: RawBuilder<unknown>) =>
  sql`greatest(0, extract(epoch from least(until, ${ended}) - greatest(since, ${started})) / 3600)`

const total = (hours: RawBuilder<unknown>) => sql`round(coalesce(sum(${hours}), 0)::numeric, 2)::float8`

const lay = hoursOf(sql`started_at`, sql`ended_at`)
const layEarly = hoursOf(sql`started_at`, sql`least(ended_at, created_at)`)

interface BedTime {
  /** The first day of the slice. */
  day: string
  ward: Ward
  occupiedHours: number
  bedHours: number
}

/**
 * By ward, in slices of `days` days. A bed occupied before it was entered here counts from that stay. One that has moved to a
 * ward of another kind counts for the earlier kind while somebody lay in it there, and otherwise for the kind that it is of now.
 */
const bedTimes = planned(
  (period: Period, days: number) => sql<BedTime>`
    with slice as materialized (
      select day::date as day, ${begins(sql`day`)} as since, ${begins(sql`day + make_interval(days => ${days})`)} as until
      from generate_series(${period.from}::timestamp, ${period.to}::timestamp, make_interval(days => ${days})) day
    ), lain as materialized (
      select unit.ward, bed.ward as ward_now, started_at, ended_at, bed.created_at from ${bounds(period)}
      join stay on tstzrange(started_at, ended_at) && tstzrange(since, until)
      join bed on bed.id = bed_id
      ${unitOfStay}
    ), spent as (
      select ward, day, ${lay} as occupied, case when ward = ward_now then ${layEarly} else ${lay} end as existed
      from lain join slice on started_at < until and (ended_at is null or ended_at > since)
      union all
      select ward_now, day, 0, ${layEarly} - ${lay}
      from lain join slice on started_at < until and (ended_at is null or ended_at > since)
      where ward <> ward_now
      union all
      select ward, day, 0, ${hoursOf(sql`created_at`, sql`retired_at`)}
      from bed join slice on created_at < until and (retired_at is null or retired_at > since)
    )
    select day::text, ward, ${total(sql`occupied`)} as "occupiedHours", ${total(sql`existed`)} as "bedHours"
    from spent group by day, ward`,
)

interface Moves {
  day: string | null
  ward: Ward | null
  of: 'all' | 'day' | 'ward'
}

const groups = sql`group by grouping sets ((), (day), (ward))`
const group = sql`day::text, ward,
  case when grouping(day) = 0 then 'day' when grouping(ward) = 0 then 'ward' else 'all' end as of`
const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone time_zone)::date as day`

type Admitted = Pick<StayFigures, 'admissions' | 'readmissions'>

const admitted = planned(
  (period: Period) => sql<Moves & Admitted>`
    select ${group}, count(admitted)::int as admissions, count(*) filter (where is_readmission)::int as readmissions
    from (
      select ${dayOf(sql`admitted_at`)}, ${firstWard} as ward, ${isReadmission} as is_readmission, true as admitted
      from hospital, ${bounds(period)} join admission on admitted_at >= since and admitted_at < until
    ) move ${groups}`,
)

type Discharged = Pick<StayFigures, 'discharges' | 'stay'>

const discharged = planned(
  (period: Period) => sql<Moves & Discharged>`
    select ${group}, count(discharged)::int as discharges, ${spread(sql`stayed`)} as stay
    from (
      select ${dayOf(sql`discharged_at`)}, ${lastWard} as ward, true as discharged,
        floor(extract(epoch from discharged_at - admitted_at) / 3600)::int as stayed
      from hospital, ${bounds(period)} join admission on discharged_at >= since and discharged_at < until
    ) move ${groups}`,
)

async function readPeriod(db: Database, period: Period, days: number) {
  const [times, came, left] = await Promise.all([
    bedTimes(db, period, days),
    admitted(db, period),
    discharged(db, period),
  ])
  /** The figures of all, of a day or of a ward. */
  return (of: Moves['of'], key?: string): StayFigures => {
    const its = (row: { day: string | null; ward: Ward | null }) => of === 'all' || row[of] === key
    const spent = times.filter(its)
    const [arrivals, departures] = [came, left].map((rows) =>
      rows.find((row) => row.of === of && its(row)),
    ) as [Admitted | undefined, Discharged | undefined]
    return {
      admissions: arrivals?.admissions ?? 0,
      readmissions: arrivals?.readmissions ?? 0,
      discharges: departures?.discharges ?? 0,
      stay: departures?.stay ?? null,
      occupiedHours: sumOf(spent.map(({ occupiedHours }) => occupiedHours)),
      bedHours: sumOf(spent.map(({ bedHours }) => bedHours)),
    }
  }
}

export async function stayFigures(db: Database, period: Period): Promise<z.infer<typeof analyzeStays.reply>> {
  const earlier = periodBefore(period)
  const [now, before] = await Promise.all([
    readPeriod(db, period, 1),
    readPeriod(db, earlier, lengthOf(earlier)),
  ])
  return {
    total: now('all'),
    before: before('all'),
    days: daysOf(period).map((day) => {
      const { admissions, discharges, occupiedHours, bedHours } = now('day', day)
      return { day, admissions, discharges, occupiedHours, bedHours }
    }),
    wards: wards.map((ward) => ({ ward, ...now('ward', ward) })),
  }
}

/** Hundredths of hours, added up without what binary fractions lose. */
function sumOf(hours: readonly number[]): number {
  return Math.round(hours.reduce((sum, one) => sum + one, 0) * 100) / 100
}
