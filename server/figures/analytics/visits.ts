import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  type analyzeVisits,
  type Period,
  periodBefore,
  type VisitFigures,
} from '../../../contract/figures/analytics.ts'
import type { Database } from '../../ground/db/connect.ts'
import { planned } from './planned.ts'
import { spread } from './spread.ts'

const outcomes = sql`
  count(visit.date)::int as booked,
  count(*) filter (where status = 'COMPLETED')::int as seen,
  count(*) filter (where cancel_reason not in ('DID_NOT_ATTEND', 'ADMITTED'))::int as cancelled,
  count(*) filter (where cancel_reason = 'DID_NOT_ATTEND')::int as "notAttended",
  count(*) filter (where cancel_reason = 'ADMITTED')::int as admitted`

const minutes = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${until} - ${from}) / 60)::int`

const visits = ({ from, to }: Period) => sql`(
  select date, doctor_id, status, cancel_reason,
    extract(hour from queued_at at time zone time_zone)::int as hour,
    ${minutes(sql`queued_at`, sql`started_at`)} as waited,
    ${minutes(sql`started_at`, sql`completed_at`)} as consulted
  from appointment, hospital where date between ${from} and ${to}
) visit`

const figures = sql`${outcomes}, ${spread(sql`waited`)} as waiting, ${spread(sql`consulted`)} as consultation`

type Group = VisitFigures & { doctorId: string | null; hour: number | null; of: 'all' | 'doctor' | 'hour' }

const byGroup = planned(
  (period: Period) => sql<Group>`
    select doctor_id as "doctorId", hour, ${figures},
      case when grouping(doctor_id) = 0 then 'doctor' when grouping(hour) = 0 then 'hour' else 'all' end as of
    from ${visits(period)} group by grouping sets ((), (doctor_id), (hour)) order by hour`,
)

const inAll = planned((period: Period) => sql<VisitFigures>`select ${figures} from ${visits(period)}`)

type Day = z.infer<typeof analyzeVisits.reply>['days'][number]

const byDay = planned(
  (period: Period) => sql<Day>`
    select day::date::text as day, ${outcomes}
    from generate_series(${period.from}::timestamp, ${period.to}::timestamp, '1 day') day
    left join ${visits(period)} on visit.date = day group by day order by day`,
)

type Doctor = z.infer<typeof analyzeVisits.reply>['doctors'][number]['doctor']

export const doctorsNamed = planned(
  (ids: readonly string[]) => sql<Doctor>`
    select id, first_name as "firstName", last_name as "lastName", email from staff where id = any (${ids}::uuid[])
    order by last_name, first_name, id`,
)

export async function visitFigures(
  db: Database,
  period: Period,
): Promise<z.infer<typeof analyzeVisits.reply>> {
  const [groups, days, before] = await Promise.all([
    byGroup(db, period),
    byDay(db, period),
    inAll(db, periodBefore(period)),
  ])
  const of = (kind: Group['of']) => groups.filter((group) => group.of === kind)
  const byDoctor = new Map(of('doctor').map(({ doctorId, ...group }) => [doctorId, figuresOnly(group)]))
  const doctors = await doctorsNamed(
    db,
    [...byDoctor.keys()].filter((id) => id !== null),
  )
  return {
    total: figuresOnly(of('all')[0]),
    before: figuresOnly(before[0]),
    days,
    doctors: doctors.map((doctor) => ({ doctor, ...figuresOnly(byDoctor.get(doctor.id)) })),
    hours: of('hour').flatMap(({ hour, waiting, consultation }) =>
      // A visit that never reached the queue has no hour.
      hour === null ? [] : [{ hour, waiting, consultation }],
    ),
  }
}

function figuresOnly(row: VisitFigures | undefined): VisitFigures {
  if (!row) throw new Error('no figures came back')
  const { booked, seen, cancelled, notAttended, admitted, waiting, consultation } = row
  return { booked, seen, cancelled, notAttended, admitted, waiting, consultation }
}
