import { sql } from 'kysely'
import { lastSeat } from '../../../contract/front-desk/appointments.ts'
import { namedStatement } from '../../ground/db/prepared.ts'
import { type Asked, minuteOfDay, nameOf, type Period, type Question, questionOf } from './question.ts'

/** The places that are booked, or held for somebody. */

/** Whether an appointment is one in a session that takes a place. */
export const isBooked = sql`
  appointment.session_id is not null and appointment.status <> 'CANCELLED' and appointment.type <> 'EMERGENCY'`

/** The index is for those that are not released. */
const isHeldNow = sql`released_at is null and is_held(slot_hold)`

/** The places of a period that are held for somebody, as a part of a statement. */
export const heldIn = ({ from, to }: Question) => sql`
  held as materialized (
    select * from slot_hold where date between ${from}::date and ${to}::date and ${isHeldNow}
  )`

/** Minute of the day, seat, length in minutes, and whether it is held, in the bits of one number: 11, 11, 8 and 1 of them. */
const packed = sql`(((${minuteOfDay(sql`time`)} * 2048 + seat) * 256 + minutes) * 2 + is_held)`

/** Reads the number that `packed` makes. */
function unpacked(booking: number): Booking {
  return {
    at: booking >>> 20,
    seat: (booking >>> 9) & 2047,
    length: (booking >>> 1) & 255,
    of: null,
    isHeld: (booking & 1) === 1,
  }
}

/** The bookings of a doctor's day, as `bookingsIn` reads them. */
export interface TakenOfDay {
  doctorId: string
  date: string
  taken: string
}

/** The bookings come as numbers: as text they would take a third longer, and as JSON three times as long. */
export const takenInPeriod = (asked: Asked) =>
  namedStatement<TakenOfDay, Period>(nameOf('taken', asked), (put) => {
    const { from, to, doctorId, clinicId } = questionOf(asked, put)
    const isOfDoctors = sql`
        ${asked.doctorId ? sql`and doctor_id = ${doctorId}` : sql``}
        ${asked.clinicId ? sql`and doctor_id = any (array(select doctor_id from practice_session where clinic_id = ${clinicId}))` : sql``}`
    return sql<TakenOfDay>`
      select doctor_id as "doctorId", date::text as date,
        concat_ws(';', coalesce(array_agg(${packed}) filter (where minutes is not null), '{}'),
          string_agg(concat_ws(' ', session_id, seat, is_held), ',') filter (where minutes is null)) as taken
      from (
        select doctor_id, date, time, minutes, seat, session_id, 0 as is_held from appointment
        where date between ${from}::date and ${to}::date ${isOfDoctors}
          and ${isBooked} and (seat <= ${sql.lit(lastSeat)} or walk_in)
        union all
        select doctor_id, date, time, minutes, seat, session_id, 1 from slot_hold
        where date between ${from}::date and ${to}::date ${isOfDoctors} and ${isHeldNow}
      ) one
      group by doctor_id, date`
  })

interface Booking {
  at: number
  seat: number
  /** Minutes; null for tokens and walk-ins, which are of a session instead. */
  length: number | null
  of: string | null
  isHeld: boolean
}

export function bookingsIn(taken: string): Booking[] {
  const [timed = '', others] = taken.split(';')
  const numbers = timed.slice(1, -1)
  return [
    ...(numbers ? numbers.split(',').map((one) => unpacked(Number(one))) : []),
    ...(others?.split(',') ?? []).map((other) => {
      const [of = '', seat, isHeld] = other.split(' ')
      return { at: 0, seat: Number(seat), length: null, of, isHeld: isHeld === '1' }
    }),
  ]
}
