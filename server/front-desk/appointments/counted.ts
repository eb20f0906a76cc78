import { type RawBuilder, sql } from 'kysely'
import { type Counted, lastSeat } from '../../../contract/front-desk/appointments.ts'

/** Which appointments a figure of the clinics counts (record 110): the figure and the list that it leads to have it from here. */

const stood = sql`(appointment.status <> 'CANCELLED' or appointment.cancel_reason in ('DID_NOT_ATTEND', 'ADMITTED'))`
const ahead = sql`not appointment.walk_in and appointment.type <> 'EMERGENCY' and ${stood}`
const due = sql`${ahead} and appointment.date < (select hospital_today())`

/** Days from the booking to the appointment, by the hospital's calendar; moving it to another day counts to that day. */
export const leadDays = sql`(appointment.date
  - (appointment.created_at at time zone (select time_zone from hospital))::date)`

export const isCounted: Record<Counted, RawBuilder<unknown>> = {
  PLACE: sql`appointment.session_id is not null and appointment.seat <= ${sql.lit(lastSeat)} and ${stood}`,
  // Entered later, as in an import, it says nothing about the wait for it.
  LEAD_TIME: sql`${ahead} and ${leadDays} >= 0`,
  DUE: due,
  NO_SHOW: sql`${due} and (appointment.status = 'SCHEDULED' or appointment.cancel_reason = 'DID_NOT_ATTEND')`,
}

/** The parts of a list's filter that lead to it from a figure. */
export function ofFigure({
  counted,
  sessionClinicId,
  bookedHour,
}: {
  counted?: Counted | undefined
  sessionClinicId?: string | undefined
  bookedHour?: number | undefined
}): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (counted) all.push(isCounted[counted])
  if (sessionClinicId)
    all.push(
      sql`appointment.session_id = any (array(select id from practice_session where clinic_id = ${sessionClinicId}))`,
    )
  if (bookedHour !== undefined) all.push(sql`extract(hour from appointment.time) = ${bookedHour}`)
  return all
}
