import type * as waitList from '../../../../contract/front-desk/wait-list.ts'
import { daysAfter } from '../../days.ts'
import { type Examples, example, one, type People, patientsIn } from '../../example.ts'
import { givenClinic } from '../../factories/clinics.ts'
import { givenSession, weekdayOf } from '../../factories/schedules.ts'
import { givenWait, offer } from '../../factories/wait-list.ts'

let days = 0
/** In a year in which nothing else is booked. */
const freshDay = () => daysAfter('2096-01-01', days++)

export function examples({ admin, doctor, receptionist }: People): Examples<typeof waitList> {
  /** A place of a day of its own. */
  const place = async () => {
    const [date, clinic] = [freshDay(), await givenClinic(admin)]
    const limits = { weekday: weekdayOf(date), validFrom: date, validUntil: date }
    await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, ...limits })
    return { doctorId: doctor.id, date, time: '09:15' }
  }
  const waiting = async (firstDay = freshDay()) =>
    givenWait(receptionist, { doctorId: doctor.id, firstDay, lastDay: firstDay })
  const offered = async () => {
    const at = await place()
    const entry = (await offer(receptionist, await waiting(at.date), at)).body
    return { entry, held: { id: entry.offer?.id ?? '' } }
  }
  return {
    listWaitEntries: async () => {
      await waiting()
      return example(receptionist, {}, { patients: patientsIn })
    },
    listWaitingFor: async () => {
      const at = await place()
      const { patientId } = await waiting(at.date)
      return example(receptionist, { query: at }, { patients: [patientId] })
    },
    addWaitEntry: async () => {
      const { patientId, ...entry } = await waiting()
      const clinic = await givenClinic(admin)
      const [firstDay, lastDay] = [entry.firstDay, entry.lastDay]
      const body = { patientId, clinicId: clinic.id, firstDay, lastDay, note: 'Can come at short notice' }
      return example(
        receptionist,
        { body },
        { patients: [patientId], subject: (reply) => (reply as { id: string }).id },
      )
    },
    changeWaitEntry: async () => {
      const entry = await waiting()
      const { doctorId, firstDay, lastDay } = entry
      const body = { doctorId, firstDay, lastDay, priority: 1, version: entry.version }
      return example(
        receptionist,
        { ...one(entry), body },
        { patients: [entry.patientId], subject: entry.id },
      )
    },
    withdrawWaitEntry: async () => {
      const entry = await waiting()
      return example(receptionist, one(entry), { patients: [entry.patientId], subject: entry.id })
    },
    offerPlace: async () => {
      const at = await place()
      const entry = await waiting(at.date)
      return example(
        receptionist,
        { ...one(entry), body: at },
        { patients: [entry.patientId], subject: entry.id },
      )
    },
    takeOffer: async () => {
      const { entry, held } = await offered()
      return example(receptionist, one(held), {
        patients: [entry.patientId],
        subject: (reply) => (reply as { id: string }).id,
      })
    },
    declineOffer: async () => {
      const { entry, held } = await offered()
      return example(receptionist, one(held), { patients: [entry.patientId], subject: entry.id })
    },
  }
}
