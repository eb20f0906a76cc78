import { sql, type Transaction } from 'kysely'
import type { Decision } from '../../../contract/front-desk/closures.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal } from '../../ground/http/errors.ts'
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
  // Bookings of a day take turns by its row.
  await sql`select lock_queue_days(
    ${decisions.flatMap((one) => (one.action === 'MOVE' ? [one.date] : []))}::date[],
    ${decisions.map((one) => one.appointmentId)}::uuid[])`.execute(trx)
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
      note: null,
    })
  } else if (decision.action === 'KEEP') {
    await sql`
      update appointment set overbooked_reason = ${decision.reason}, version = version + 1, updated_at = now()
      where id = ${before.id}
    `.execute(trx)
  } else {
    const { doctorId, date, time } = decision
    if (date < now.day || (date === now.day && time < now.time))
      throw new Refusal('time_has_passed', 'This time has passed. Choose a later one.')
    await rescheduleAppointment(trx, before, { ...before, doctorId, date, time, overbookReason: null }).catch(
      (error: unknown) => {
        throw bookingRefusal(error, decision, now)
      },
    )
  }
  return before.patientId
}
