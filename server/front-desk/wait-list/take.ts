import type { Transaction } from 'kysely'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import type { WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import type { DB } from '../../ground/db/types.ts'
import {
  appointmentsByIds,
  bookHeldPlace,
  lockAppointment,
  rescheduleAppointment,
} from '../appointments/public.ts'
import type { AskedPlace } from './queries.ts'

/** Books a place that was held and has just been freed: the later appointment is moved to it, else there is a new one. */
export async function bookPlace(
  trx: Transaction<DB>,
  entry: WaitEntry,
  { doctorId, date, time }: AskedPlace,
  staff: { id: string },
): Promise<Appointment> {
  const later = entry.appointmentId ? await lockAppointment(trx, entry.appointmentId) : undefined
  if (later?.status !== 'SCHEDULED') {
    const { patientId, note } = entry
    return bookHeldPlace(trx, { patientId, doctorId, date, time, notes: note }, staff.id)
  }
  await rescheduleAppointment(trx, later, { ...later, doctorId, date, time, overbookReason: null })
  const [moved] = await appointmentsByIds(trx, [later.id])
  if (!moved) throw new Error('The appointment was not moved')
  return moved
}
