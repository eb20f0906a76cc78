import { timeOf } from '../../../contract/clock.ts'
import type { Sample } from './sample.ts'

/** Marks patients that the bench registered: no demo patient has this first name. */
export const benchName = 'Benchmark'

/** Bookings are spread over `bookedDays` days, as they are at a desk, from `firstBookedDay` days ahead. */
const bookedDays = 28
export const firstBookedDay = 60
/** No doctor keeps hours on those days; from this many days ahead all do, in places of five minutes all day. */
export const firstDayOfHours = firstBookedDay + bookedDays + 2
export const placeMinutes = 5

/** A registration form for each number, each of another patient, with last names from the hospital. */
export function registration({ patients }: Sample, number: number) {
  return {
    firstName: benchName,
    lastName: patients[(number * 7) % patients.length]?.last ?? benchName,
    dateOfBirth: '1984-02-29',
    gender: 'FEMALE',
    contactNumber: `+1 200 555 ${String(number % 10_000).padStart(4, '0')}`,
    email: `bench${number}@example.com`,
    address: '1 Measuring Lane, Riverside',
  }
}

/** A booking form for each number, each for another time, doctor or day. */
export function booking({ patients, doctors, today }: Sample, number: number, inHours = false) {
  const slot = Math.floor(number / bookedDays / doctors.length)
  const first = inHours ? firstDayOfHours : firstBookedDay
  const date = new Date(Date.parse(today) + (first + (number % bookedDays)) * 86_400_000)
  const minute = (slot * (inHours ? placeMinutes : 1)) % 1440
  return {
    patientId: patients[slot % patients.length]?.id,
    doctorId: doctors[Math.floor(number / bookedDays) % doctors.length],
    date: date.toISOString().slice(0, 10),
    time: timeOf(minute),
    type: 'GENERAL',
    notes: 'Cough for two weeks',
  }
}
