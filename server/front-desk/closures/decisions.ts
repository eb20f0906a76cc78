import { sql, type Transaction } from 'kysely'
import type { Decision } from '../../../contract/front-desk/closures.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { WallClock } from '../../ground/http/hospital.ts'
import {
  bookingRefusal,
  lockAppointment,
  moveAppointment,
  rescheduleAppointment,
} from '../appointments/public.ts'

interface Decided {
  results: { appointmentId: string; refused: string | null }[]
  patientIds: string[]
}

const changedSince = 'It was changed in the meantime. Look at it again.'

/** Carries out each decision by itself: one that is refused changes nothing, and the others stand. */
export async function decide(
  trx: Transaction<DB>,
  decisions: readonly Decision[],
  staff: { id: string },
  now: WallClock,
): Promise<Decided> {
  // Bookings of a day take turns by its row; in the order of the days, two of these never wait for each other.
  const days = decisions.flatMap(({ date }) => date ?? [])
  const ids = decisions.map((one) => one.appointmentId)
  await refuseUnknown(trx, decisions)
  await sql`
    select take_turn_on(array(
      select unnest(${days}::date[]) union select date from appointment where id = any (${ids}::uuid[])))
  `.execute(trx)
  const decided: Decided = { results: [], patientIds: [] }
  for (const decision of decisions) {
    await sql`savepoint decision`.execute(trx)
    try {
      decided.patientIds.push(await carryOut(trx, decision, staff, now))
      await sql`release savepoint decision`.execute(trx)
      decided.results.push({ appointmentId: decision.appointmentId, refused: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint decision`.execute(trx)
      decided.results.push({ appointmentId: decision.appointmentId, refused: error.message })
    }
  }
  return decided
}

/** Answers whose appointment it was. @throws Refusal */
async function carryOut(
  trx: Transaction<DB>,
  decision: Decision,
  staff: { id: string },
  now: WallClock,
): Promise<string> {
  const before = await lockAppointment(trx, decision.appointmentId)
  if (before?.status !== 'SCHEDULED' || before.version !== decision.version)
    throw new Refusal('stale_version', changedSince)
  if (decision.action === 'CANCEL') {
    await moveAppointment(trx, before.id, 'CANCELLED', staff.id, {
      reason: decision.cancelReason,
      note: decision.cancelReason === 'OTHER' ? await whyDisplaced(trx, before.id) : null,
    })
  } else if (decision.action === 'KEEP') {
    await sql`
      update appointment set overbooked_reason = ${decision.reason}, version = version + 1, updated_at = now()
      where id = ${before.id}
    `
      .execute(trx)
      .catch((error: unknown) => {
        throw bookingRefusal(error, before, now)
      })
  } else {
    const { doctorId, date, time } = { ...before, ...chosen(decision) }
    if (date < now.day || (date === now.day && time < now.time))
      throw new Refusal('time_has_passed', 'This time has passed. Choose a later one.')
    await rescheduleAppointment(trx, before, { ...before, doctorId, date, time, overbookReason: null }).catch(
      (error: unknown) => {
        throw bookingRefusal(error, { date, time }, now)
      },
    )
  }
  return before.patientId
}

/** A note for the patient's record: 'Other' alone would not say that the hospital cancelled. */
async function whyDisplaced(trx: Transaction<DB>, appointmentId: string): Promise<string> {
  const { rows } = await sql<{ isAway: boolean }>`
    select is_away(appointment.doctor_id, session.clinic_id, tsrange(date + time,
      date + time + coalesce(appointment.minutes, 1) * interval '1 minute')) as "isAway"
    from appointment left join practice_session session on session.id = appointment.session_id
    where appointment.id = ${appointmentId}
  `.execute(trx)
  return rows[0]?.isAway ? 'the doctor is away' : 'the doctor’s hours changed'
}

/** The place that a booking is to be moved to. */
function chosen({ doctorId, date, time }: Decision) {
  return { ...(doctorId && { doctorId }), ...(date && { date }), ...(time && { time }) }
}

/** Ids of nothing are a mistake of the request, and nothing is decided. */
async function refuseUnknown(trx: Transaction<DB>, decisions: readonly Decision[]): Promise<void> {
  const idsOf = (field: 'appointmentId' | 'doctorId') => decisions.flatMap((one) => one[field] ?? [])
  const { rows } = await sql<{ id: string }>`
    select id from appointment where id = any (${idsOf('appointmentId')}::uuid[])
    union select id from staff where id = any (${idsOf('doctorId')}::uuid[]) and is_doctor and active
  `.execute(trx)
  const known = new Set(rows.map(({ id }) => id))
  for (const [at, { appointmentId, doctorId }] of decisions.entries()) {
    if (!known.has(appointmentId))
      throw invalidField(`decisions.${at}.appointmentId`, 'This appointment does not exist.')
    if (doctorId !== null && !known.has(doctorId))
      throw invalidField(`decisions.${at}.doctorId`, 'This doctor can’t be booked. Choose another.')
  }
}
