import type * as closures from '../../../../contract/front-desk/closures.ts'
import { daysAfter, utcToday } from '../../days.ts'
import { appOf, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenAppointment } from '../../factories/appointments.ts'
import { away } from '../../factories/schedules.ts'

let days = 40

export function examples(people: People): Examples<typeof closures> {
  const { admin, receptionist } = people
  /** Leave of a doctor on a day for which somebody was booked. */
  const leave = async () => {
    const doctor = await appOf.get(people)?.signIn('doctor')
    const doctorId = doctor?.id ?? ''
    const date = daysAfter(utcToday(), days++)
    const booked = await givenAppointment(receptionist, { doctorId, date })
    return { doctorId, date, booked, closure: (await away(admin, { doctorId, from: date })).body }
  }
  return {
    listClosures: async () => example(receptionist),
    readClosure: async () => example(receptionist, one((await leave()).closure)),
    countDisplaced: async () => example(admin, { query: { from: utcToday(), to: utcToday() } }),
    addClosure: async () => {
      const from = daysAfter(utcToday(), days++)
      const body = { cause: 'HOLIDAY', from, to: from, reason: 'Founders’ Day' }
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
    resolveDisplaced: async () => {
      const { booked } = await leave()
      const decisions = [{ action: 'CANCEL', appointmentId: booked.id, version: booked.version }]
      return example(receptionist, { body: { decisions } }, { patients: [booked.patientId] })
    },
  }
}
