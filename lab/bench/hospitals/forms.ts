import type { Sample } from './sample.ts'

/** Marks patients that the bench registered: no demo patient has this first name. */
export const benchName = 'Benchmark'

/** Bookings are spread over `bookedDays` days, as they are at a desk, from `firstBookedDay` days ahead. */
const bookedDays = 28
export const firstBookedDay = 60

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
export function booking({ patients, doctors, today }: Sample, number: number) {
  const slot = Math.floor(number / bookedDays / doctors.length)
  const date = new Date(Date.parse(today) + (firstBookedDay + (number % bookedDays)) * 86_400_000)
  return {
    patientId: patients[slot % patients.length]?.id,
    doctorId: doctors[Math.floor(number / bookedDays) % doctors.length],
    date: date.toISOString().slice(0, 10),
    time: `${String(Math.floor((slot % 1440) / 60)).padStart(2, '0')}:${String(slot % 60).padStart(2, '0')}`,
    type: 'GENERAL',
    notes: 'Cough for two weeks',
  }
}
