import { sql } from 'kysely'
import type { z } from 'zod'
import { type Period, periodBefore, type Spread } from '../../../contract/figures/analytics.ts'
import type { analyzeClinics, ClinicFigures, NoShows, Places } from '../../../contract/figures/clinics.ts'
import { isCounted, leadDays } from '../../front-desk/appointments/public.ts'
import { type OfferedDay, placesOffered } from '../../front-desk/schedules/public.ts'
import type { Database } from '../../ground/db/connect.ts'
import { planned } from './planned.ts'
import { spread } from './spread.ts'
import { doctorsNamed } from './visits.ts'

const visits = ({ from, to }: Period) => sql`(
  select appointment.doctor_id, session.clinic_id, appointment.status, appointment.cancel_reason,
    extract(hour from appointment.time)::int as hour, ${isCounted.PLACE} as in_place, ${isCounted.DUE} as is_due,
    case when ${isCounted.LEAD_TIME} then ${leadDays} end as lead,
    case when session.id is not null
      then floor(extract(epoch from appointment.started_at - appointment.queued_at) / 60)::int end as waited
  from appointment left join practice_session session on session.id = appointment.session_id
  where appointment.date between ${from} and ${to}
) visit`

interface Tally extends Omit<Places, 'held' | 'offered'>, NoShows {
  of: 'all' | 'clinic' | 'session' | 'doctor' | 'hour'
  clinicId: string | null
  doctorId: string | null
  hour: number | null
}

const tallies = sql`
  count(*) filter (where in_place)::int as booked,
  count(*) filter (where in_place and status = 'COMPLETED')::int as seen,
  count(*) filter (where is_due)::int as due,
  count(*) filter (where is_due and status = 'SCHEDULED')::int as "notArrived",
  count(*) filter (where is_due and cancel_reason = 'DID_NOT_ATTEND')::int as "didNotAttend"`

const counts = planned(
  (period: Period) => sql<Tally>`
    select clinic_id as "clinicId", doctor_id as "doctorId", hour, ${tallies},
      case grouping(clinic_id, doctor_id, hour) when 7 then 'all' when 3 then 'clinic' when 1 then 'session'
        when 5 then 'doctor' else 'hour' end as of
    from ${visits(period)}
    group by grouping sets ((), (clinic_id), (clinic_id, doctor_id), (doctor_id), (hour))`,
)
const countsOfAll = planned(
  (period: Period) => sql<Tally>`
    select null as "clinicId", null as "doctorId", null as hour, ${tallies}, 'all' as of from ${visits(period)}`,
)

interface Lasting {
  of: 'all' | 'clinic' | 'doctor'
  id: string | null
  took: Spread | null
}

/** Days of booking ahead by doctor, and minutes of waiting by clinic: a percentile sorts once for each way of grouping. */
const leads = planned(
  (period: Period) => sql<Lasting>`
    select case grouping(doctor_id) when 1 then 'all' else 'doctor' end as of, doctor_id as id, ${spread(sql`lead`)} as took
    from ${visits(period)} where lead is not null group by grouping sets ((), (doctor_id))`,
)
const leadOfAll = planned(
  (period: Period) => sql<Lasting>`
    select 'all' as of, null as id, ${spread(sql`lead`)} as took from ${visits(period)} where lead is not null`,
)
const waits = planned(
  (period: Period) => sql<Lasting>`
    select 'clinic' as of, clinic_id as id, ${spread(sql`waited`)} as took
    from ${visits(period)} where waited is not null group by clinic_id`,
)

const clinicsNamed = planned(
  (ids: readonly string[]) => sql<{ id: string; name: string }>`
    select id, name from clinic where id = any (${ids}::uuid[]) order by fold(name), id`,
)

export async function clinicFigures(
  db: Database,
  period: Period,
): Promise<z.infer<typeof analyzeClinics.reply>> {
  const earlier = periodBefore(period)
  const [days, tallied, took, waited, before, tookBefore] = await Promise.all([
    placesOffered(db, { from: earlier.from, to: period.to }),
    counts(db, period),
    leads(db, period),
    waits(db, period),
    countsOfAll(db, earlier),
    leadOfAll(db, earlier),
  ])
  const offered = days.filter(({ date }) => date >= period.from)
  const spreadOf = (rows: readonly Lasting[], of: Lasting['of'], id: string | null) =>
    rows.find((row) => row.of === of && row.id === id)?.took ?? null
  const allOf = (rows: readonly Tally[], lasting: readonly Lasting[], at: readonly OfferedDay[]) => {
    const tally = rows.find(({ of }) => of === 'all')
    return { ...placesOf(tally, at), ...noShowsOf(tally), leadTime: spreadOf(lasting, 'all', null) }
  }
  const total: ClinicFigures = allOf(tallied, took, offered)

  const bySession = Map.groupBy(offered, keyOf)
  for (const row of tallied) {
    if (row.of === 'session' && row.clinicId && row.booked > 0 && !bySession.has(keyOf(row)))
      bySession.set(keyOf(row), [])
  }
  const keys = [...bySession.keys()].map((key) => key.split(' ') as [clinicId: string, doctorId: string])
  const ofDoctors = tallied.filter(
    ({ of, due, doctorId }) => of === 'doctor' && doctorId && (due > 0 || spreadOf(took, 'doctor', doctorId)),
  )
  const [clinics, doctors] = await Promise.all([
    clinicsNamed(db, [...new Set(keys.map(([clinicId]) => clinicId))]),
    doctorsNamed(db, [
      ...new Set([
        ...keys.map(([, doctorId]) => doctorId),
        ...ofDoctors.map(({ doctorId }) => doctorId ?? ''),
      ]),
    ]),
  ])
  const tallyOf = (of: Tally['of'], clinicId: string | null, doctorId: string | null) =>
    tallied.find((row) => row.of === of && row.clinicId === clinicId && row.doctorId === doctorId)
  return {
    total,
    before: allOf(
      before,
      tookBefore,
      days.filter(({ date }) => date < period.from),
    ),
    clinics: clinics.map((clinic) => ({
      clinic,
      ...placesOf(
        tallyOf('clinic', clinic.id, null),
        offered.filter(({ clinicId }) => clinicId === clinic.id),
      ),
      waiting: spreadOf(waited, 'clinic', clinic.id),
    })),
    sessions: clinics.flatMap((clinic) =>
      doctors.flatMap((doctor) => {
        const at = bySession.get(keyOf({ clinicId: clinic.id, doctorId: doctor.id }))
        return at ? [{ clinic, doctor, ...placesOf(tallyOf('session', clinic.id, doctor.id), at) }] : []
      }),
    ),
    doctors: doctors.flatMap((doctor) => {
      const tally = ofDoctors.find(({ doctorId }) => doctorId === doctor.id)
      return tally ? [{ doctor, ...noShowsOf(tally), leadTime: spreadOf(took, 'doctor', doctor.id) }] : []
    }),
    hours: tallied
      .flatMap(({ of, hour, ...tally }) =>
        of === 'hour' && hour !== null && tally.due > 0 ? [{ hour, ...noShowsOf(tally) }] : [],
      )
      .sort((one, other) => one.hour - other.hour),
  }
}

function keyOf({ clinicId, doctorId }: { clinicId: string | null; doctorId: string | null }): string {
  return `${clinicId} ${doctorId}`
}

function placesOf(tally: Tally | undefined, days: readonly OfferedDay[]): Places {
  return {
    held: days.filter(({ places }) => places > 0).length,
    offered: days.reduce((sum, { places }) => sum + places, 0),
    booked: tally?.booked ?? 0,
    seen: tally?.seen ?? 0,
  }
}

function noShowsOf(tally: NoShows | undefined): NoShows {
  return {
    due: tally?.due ?? 0,
    notArrived: tally?.notArrived ?? 0,
    didNotAttend: tally?.didNotAttend ?? 0,
  }
}
