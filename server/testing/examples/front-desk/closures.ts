import type * as closures from '../../../../contract/front-desk/closures.ts'
import { daysAfter, utcToday } from '../../days.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenAppointment } from '../../factories/appointments.ts'
import { away } from '../../factories/schedules.ts'

let days = 0
/** In a year in which nothing else is booked. */
const freshDay = () => daysAfter('2095-01-01', days++)

export function examples({ admin, doctor, receptionist }: People): Examples<typeof closures> {
  /** Leave of a doctor on a day for which somebody was booked. */
  const leave = async () => {
    const [doctorId, date] = [doctor.id, freshDay()]
    const booked = await givenAppointment(receptionist, { doctorId, date })
    return { doctorId, date, booked, closure: (await away(admin, { doctorId, from: date })).body }
  }
  return {
    listClosures: async () => example(receptionist),
    readClosure: async () => example(receptionist, one((await leave()).closure)),
    countDisplaced: async () => example(admin, { query: { from: utcToday(), to: utcToday() } }),
    addClosure: async () => {
      const from = freshDay()
      const body = { cause: 'LEAVE', doctorId: doctor.id, from, to: from, reason: 'Annual leave' }
      return example(admin, { body }, { subject: idIn })
    },
    withdrawClosure: async () => {
      const { closure } = await leave()
      return example(admin, one(closure), { subject: closure.id })
    },
    listDisplaced: async () => {
      const { closure, booked } = await leave()
      return example(receptionist, one(closure), { subject: closure.id, patients: [booked.patientId] })
    },
    listOutsideHours: async () => example(receptionist),
    countOutsideHours: async () => example(receptionist),
    resolveDisplaced: async () => {
      const { booked } = await leave()
      const to = { doctorId: doctor.id, date: freshDay(), time: '11:00' }
      const decisions = [{ action: 'MOVE', appointmentId: booked.id, version: booked.version, ...to }]
      return example(receptionist, { body: { decisions } }, { patients: [booked.patientId] })
    },
  }
}
