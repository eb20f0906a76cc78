import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { BodyOf } from '../../../contract/api/endpoint.ts'
import {
  bookSeries,
  type CheckedPlace,
  cancelSeries,
  checkSeries,
} from '../../../contract/front-desk/appointment-series.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { spokenDay, spokenTime } from '../../../contract/spoken.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { WallClock } from '../../ground/http/hospital.ts'
import { serve } from '../../ground/http/serve.ts'
import { found, recordById } from '../../ground/records/record.ts'
import { appointment } from './kind.ts'
import * as queries from './queries.ts'
import { bookingRefusal, refusalOf, transitionRefusal } from './refusals.ts'

interface Place {
  date: string
  time: string
}

/** A place with its number in the request. */
interface Numbered extends Place {
  at: number
}

export function seriesRoutes(app: FastifyInstance) {
  serve(app, checkSeries, async ({ db, query, wallClock }) => check(db, query, await wallClock()))

  serve(app, bookSeries, async ({ transact, body, staff, wallClock }) => {
    const now = await wallClock()
    return transact(async (trx, audit) => {
      const numbered = body.places.map((place, at) => ({ ...place, at }))
      const places = numbered.toSorted((one, other) => (one.date < other.date ? -1 : 1))
      const booked = await book(trx, { ...body, places }, staff.id, now)
      audit.subjectId = booked.id
      audit.patientIds = [body.patientId]
      audit.changes = { booked: places.length, from: places[0]?.date, to: places.at(-1)?.date }
      return booked
    })
  })

  serve(app, cancelSeries, async ({ trx, params, body, staff, audit }) => {
    const first = found(appointment, await queries.lockAppointment(trx, params.id))
    audit.patientIds = [first.patientId]
    if (first.status !== 'SCHEDULED')
      throw await transitionRefusal(trx, await recordById(trx, appointment, params.id), 'CANCELLED', staff)
    const { rows } = await sql<{ id: string }>`
      select later.id from appointment first join appointment later
        on later.id = first.id or later.series_id = first.series_id and later.status = 'SCHEDULED'
          and (later.date, later.time) > (first.date, first.time)
      where first.id = ${params.id} order by later.date, later.time for no key update of later
    `.execute(trx)
    const why = { reason: body.cancelReason, note: body.cancelNote ?? null }
    for (const { id } of rows) await queries.moveAppointment(trx, id, 'CANCELLED', staff.id, why)
    audit.changes = { status: ['SCHEDULED', 'CANCELLED'], cancelled: rows.length }
    return { cancelled: rows.length }
  })
}

/** Books each of the places, which are in the order of their days, or none. @throws Refusal */
async function book(
  trx: Transaction<DB>,
  { places, ...of }: Omit<BodyOf<typeof bookSeries>, 'places'> & { places: Numbered[] },
  staffId: string,
  now: WallClock,
): Promise<{ id: string; appointments: Appointment[] }> {
  const passed = places.find((place) => hasPassed(place, now))
  if (passed) throw atPlace(passed.at, passedRefusal(passed, now))
  // Bookings of a day take turns by its row; in the order of the days, two of these never wait for each other.
  await sql`select take_turn_on(${places.map(({ date }) => date)}::date[])`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    insert into appointment_series (made_by) values (${staffId}) returning id
  `.execute(trx)
  const id = found({ gone: 'The series was not made.' }, rows[0]).id
  const appointments: Appointment[] = []
  for (const { at, ...place } of places) {
    const { writes, select } = queries.newAppointment({ ...of, ...place, overbookReason: null }, staffId, id)
    const booked = await sql<queries.Row>`with ${writes} ${select}`.execute(trx).catch((error: unknown) => {
      const refused = bookingRefusal(error, place, now)
      throw refused instanceof Refusal ? atPlace(at, refused) : refused
    })
    appointments.push(...booked.rows.map(queries.toAppointment))
  }
  return { id, appointments }
}

function hasPassed({ date, time }: Place, { day, time: now }: WallClock): boolean {
  return date < day || (date === day && time < now)
}

function passedRefusal({ date, time }: Place, { style }: WallClock): Refusal {
  return new Refusal('time_has_passed', `${spokenDay(date)} at ${spokenTime(time, style)} has passed.`)
}

/** A refusal says at which of the places it is; fields of the whole series stay what they are. */
function atPlace(at: number, { code, message, extra }: Refusal): Refusal {
  const errors = (extra.errors ?? [{ path: 'time', message }]).map((one) =>
    one.path === 'time' || one.path === 'date' ? { ...one, path: `places.${at}.${one.path}` } : one,
  )
  return new Refusal(code, `${message} Nothing was booked.`, { ...extra, errors })
}

/** Says why the booking of each place alone would be refused, as things are now. */
async function check(
  db: Database,
  {
    patientId,
    doctorId,
    type,
    places,
  }: { patientId: string; doctorId: string; type: string; places: Place[] },
  now: WallClock,
): Promise<CheckedPlace[]> {
  const dates = places.map(({ date }) => date)
  const times = places.map(({ time }) => time)
  const { rows } = await sql<{ constraint: string | null; place: string | null }>`
    with asked as (
      select *, session_at(${doctorId}, date, time) as held,
        exists (select from practice_session where doctor_id = ${doctorId} and valid @> date) as keeps_hours,
        jsonb_populate_record(null::appointment, jsonb_build_object(
          'id', gen_random_uuid(), 'doctor_id', ${doctorId}::text, 'date', date, 'time', time)) as wanted
      from unnest(${dates}::date[], ${times}::time[]) with ordinality as asked (date, time, at)
    )
    select case
        when exists (select from appointment other where other.patient_id = ${patientId}
          and other.doctor_id = ${doctorId} and other.date = asked.date and other.status <> 'CANCELLED')
          then 'appointment_one_per_patient_doctor_day'
        when ${type} = 'EMERGENCY' then null
        when not keeps_hours then case
          when exists (select from closure where retired_at is null and closure.doctor_id = ${doctorId} and during @> date + time)
            then 'appointment_while_doctor_is_in'
          when exists (select from appointment other where other.doctor_id = ${doctorId} and other.date = asked.date
            and other.time = asked.time and other.status <> 'CANCELLED' and other.type <> 'EMERGENCY')
            then 'appointment_one_per_doctor_slot' end
        when ((date + time) at time zone time_zone) at time zone time_zone <> date + time then 'appointment_at_a_time_that_is'
        when (held).id is null or (held).kind = 'SLOTS'
          and (extract(epoch from time)::int / 60 - lower((held).minutes)) % (held).slot_minutes <> 0
          then 'appointment_in_hours'
        when is_away(${doctorId}, (held).clinic_id,
          tsrange(date + time, date + time + coalesce((held).slot_minutes, 1) * interval '1 minute'))
          then 'appointment_while_doctor_is_in'
        when free_seat(wanted, held) is null then 'appointment_while_free'
      end as constraint,
      (select concat_ws(', ', name, (held).room) from clinic where id = (held).clinic_id) as place
    from asked cross join hospital order by at
  `.execute(db)
  return places.map((place, at) => {
    const refusal = hasPassed(place, now)
      ? passedRefusal(place, now)
      : refusalOf(rows[at]?.constraint ?? undefined, place, now)
    return { ...place, place: rows[at]?.place ?? null, refused: refusal?.message ?? null }
  })
}
