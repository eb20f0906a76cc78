import { sql, type Transaction } from 'kysely'
import type { DB } from '../../ground/db/types.ts'

/** Ends a patient's open appointments: what has begun is completed, the others are cancelled with this note. */
export async function closeAppointments(
  trx: Transaction<DB>,
  patientId: string,
  note: string,
  staffId: string,
): Promise<void> {
  await sql`
    with open as (
      select id, status = 'IN_PROGRESS' as begun from appointment where open_patient_id = ${patientId}
      order by id for update
    )
    update appointment set status = case when begun then 'COMPLETED' else 'CANCELLED' end::appointment_status,
      cancel_reason = case when not begun then 'OTHER' end::cancel_reason,
      cancel_note = case when not begun then ${note} end,
      status_by = ${staffId}, version = version + 1, updated_at = now()
    from open where open.id = appointment.id
  `.execute(trx)
}

export { isCounted, leadDays } from './counted.ts'
export { bookHeldPlace } from './held-place.ts'
export {
  appointmentPage,
  appointmentsByIds,
  isOnQueue,
  lockAppointment,
  moveAppointment,
  rescheduleAppointment,
} from './queries.ts'
export { bookingRefusal } from './refusals.ts'
export { type Consultation, lastConsultations, type Token, tokensInQueue } from './tokens.ts'
