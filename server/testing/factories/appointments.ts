import type { z } from 'zod'
import {
  type Appointment,
  type AppointmentBooking,
  type AppointmentChange,
  bookAppointment,
  changeAppointment,
} from '../../../contract/front-desk/appointments.ts'
import { type Answer, type Client, ifMatch } from '../client.ts'
import { givenPatient } from './patients/patients.ts'

type Booking = z.input<typeof AppointmentBooking>
type Change = z.input<typeof AppointmentChange>

export interface BookingWishes extends Partial<Booking> {
  doctorId: string
  date: string
}

let minutes = 0

/** Books an appointment through the API, of a new patient and at a time that is free unless told otherwise. */
export async function givenAppointment(desk: Client, wishes: BookingWishes): Promise<Appointment> {
  return (await book(desk, wishes)).body
}

/** Asks for a booking, whatever the hour is now; the answer may be a refusal. */
export async function book(desk: Client, wishes: BookingWishes): Promise<Answer<Appointment>> {
  const patientId = wishes.patientId ?? (await givenPatient(desk)).id
  return desk.call(bookAppointment, {
    body: { time: nextTime(), type: 'GENERAL', evenIfPassed: true, ...wishes, patientId },
  })
}

/** A wall-clock time that no factory has used in the last 24 hours of minutes. */
export function nextTime(): string {
  minutes = (minutes + 1) % (24 * 60)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Asks for a change of an appointment as it was read, whatever the hour is now; a change of its status alone names no version. */
export function change(
  staff: Client,
  appointment: { id: string; version?: number },
  { status, cancelReason, cancelNote, ...fields }: Change,
): Promise<Answer<Appointment>> {
  const { id, version } = appointment
  const isEdit = version !== undefined && Object.keys(fields).length > 0
  const body = {
    status,
    cancelReason,
    cancelNote,
    ...((fields.date || fields.time) && { evenIfPassed: true }),
    ...fields,
  }
  return staff.call(changeAppointment, { params: { id }, body }, isEdit ? ifMatch({ version }) : {})
}
