import { sql, type Transaction } from 'kysely'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import type { DB } from '../../ground/db/types.ts'
import { appointmentsByIds, newAppointment, type Row } from './queries.ts'

/** A place that was held for a patient until now. */
export interface HeldPlace {
  patientId: string
  doctorId: string
  date: string
  time: string
  notes: string | null
}

/**
 * Books a place that was held and has just been freed, under all rules of bookings. The caller has locked the
 * day, so no other booking takes it meanwhile.
 *
 * @throws what `bookingRefusal` says in a sentence
 */
export async function bookHeldPlace(
  trx: Transaction<DB>,
  place: HeldPlace,
  staffId: string,
): Promise<Appointment> {
  const { writes, select } = newAppointment({ ...place, type: 'GENERAL', overbookReason: null }, staffId)
  const { rows } = await sql<Row>`with ${writes} ${select}`.execute(trx)
  const [booked] = await appointmentsByIds(trx, rows[0] ? [rows[0].id] : [])
  if (!booked) throw new Error('The place was not booked')
  return booked
}
