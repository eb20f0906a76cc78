import type { Sample } from './sample.ts'

/** Requests of the bench name their patients so: nobody of the demo is called that. */
export const benchName = 'Benchmark'

/** Days ahead over which bookings are spread, as they are at a desk, and the first of them. */
const bookedDays = 28
export const firstBookedDay = 60

/** What a desk types, each number another person. The names are those of the hospital, in no order. */
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

/** Each number is another minute of another doctor on another day. */
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
