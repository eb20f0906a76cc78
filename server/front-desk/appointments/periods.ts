import { sql } from 'kysely'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import { columns, joins, type Row, toAppointment } from './queries.ts'

const ofDay = statement(
  (day: string) => sql<Row>`
    select ${columns} from appointment ${joins} where appointment.date = ${day} order by appointment.queue_number`,
)

/** One day's appointments by queue number. */
export async function appointmentsOfDay(db: Database, day: string): Promise<Appointment[]> {
  return (await ofDay(db, day)).map(toAppointment)
}

const ofDoctor = statement(
  (doctorId: string, from: string, to: string) => sql<Row>`
    select ${columns} from appointment ${joins}
    where appointment.doctor_id = ${doctorId} and appointment.date between ${from} and ${to}
    order by appointment.date, appointment.queue_number`,
)

/** A doctor's appointments of a period, by day and queue number. */
export async function appointmentsOfDoctor(
  db: Database,
  doctorId: string,
  { from, to }: { from: string; to: string },
): Promise<Appointment[]> {
  return (await ofDoctor(db, doctorId, from, to)).map(toAppointment)
}
