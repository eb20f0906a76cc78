import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type Appointment,
  type AppointmentBooking,
  type AppointmentChange,
  bookAppointment,
  changeAppointment,
} from '../../contract/appointments.ts'
import { type Patient, type PatientForm, registerPatient } from '../../contract/patients.ts'
import type { Answer, Client } from './client.ts'

type Filled = z.input<typeof PatientForm>
type Booking = z.input<typeof AppointmentBooking>
type Change = z.input<typeof AppointmentChange>

const given = ['Amara', 'Björn', 'Chen', 'Dalia', 'Élodie', 'Farid', 'Grace', 'Hiroshi']
const family = ['Nwosu', 'Ångström', 'Wei', 'Mansour', "O'Neill", 'Rahimi', 'de la Cruz', 'Mori']
let made = 0

/** A filled patient form, unlike every other. */
export function patientForm(changed: Partial<Filled> = {}): Filled {
  made++
  return {
    firstName: given[made % given.length] ?? 'Amara',
    lastName: `${family[made % family.length]} ${made}`,
    dateOfBirth: `${1940 + (made % 80)}-0${1 + (made % 9)}-1${made % 10}`,
    gender: made % 2 ? 'FEMALE' : 'MALE',
    contactNumber: `+44 20 7946 ${String(made).padStart(4, '0')}`,
    email: `patient${made}@example.org`,
    address: `${made} Harbour Street, Portsmouth`,
    bloodGroup: 'O+',
    allergies: 'Penicillin',
    medicalHistory: 'Asthma since childhood',
    ...changed,
  }
}

/** Registers a patient through the API. */
export async function givenPatient(desk: Client, changed: Partial<Filled> = {}): Promise<Patient> {
  return (await desk.call(registerPatient, { body: patientForm(changed) })).body
}

export interface BookingWishes extends Partial<Booking> {
  doctorId: string
  date: string
}

let minutes = 0

/** Books an appointment through the API, of a new patient and at a time that is free unless told otherwise. */
export async function givenAppointment(desk: Client, wishes: BookingWishes): Promise<Appointment> {
  return (await book(desk, wishes)).body
}

/** Asks for a booking; the answer may be a refusal. */
export async function book(desk: Client, wishes: BookingWishes): Promise<Answer<Appointment>> {
  const patientId = wishes.patientId ?? (await givenPatient(desk)).id
  return desk.call(bookAppointment, { body: { time: nextTime(), type: 'GENERAL', ...wishes, patientId } })
}

/** A wall-clock time that no factory has used in the last 24 hours of minutes. */
export function nextTime(): string {
  minutes = (minutes + 1) % (24 * 60)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Asks for a change of an appointment. */
export function change(
  staff: Client,
  appointment: { id: string },
  body: Change,
): Promise<Answer<Appointment>> {
  return staff.call(changeAppointment, { params: { id: appointment.id }, body })
}

/** A header under which a create can be repeated. */
export function idempotent(key: string = randomUUID()): { headers: Record<string, string> } {
  return { headers: { 'idempotency-key': key } }
}

/** The calendar day `days` after another, yyyy-mm-dd. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Today at a hospital whose clock shows UTC, which is what a new hospital's does. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10)
}
