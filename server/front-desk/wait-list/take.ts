import { sql, type Transaction } from 'kysely'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import type { WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import type { DB } from '../../ground/db/types.ts'
import {
  appointmentsByIds,
  lockAppointment,
  newAppointment,
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
  let id = later?.id
  if (later?.status === 'SCHEDULED') {
    await rescheduleAppointment(trx, later, { ...later, doctorId, date, time, overbookReason: null })
  } else {
    const { patientId, note } = entry
    const booking = {
      patientId,
      doctorId,
      date,
      time,
      type: 'GENERAL',
      notes: note,
      overbookReason: null,
    } as const
    const { writes, select } = newAppointment(booking, staff.id)
    const { rows } = await sql<{ id: string }>`with ${writes} ${select}`.execute(trx)
    id = rows[0]?.id
  }
  const [booked] = await appointmentsByIds(trx, id ? [id] : [])
  if (!booked) throw new Error('The place was not booked')
  return booked
}
