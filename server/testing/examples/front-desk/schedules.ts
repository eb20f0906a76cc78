import { timeOf } from '../../../../contract/clock.ts'
import type * as schedules from '../../../../contract/front-desk/schedules.ts'
import { weekdays } from '../../../../contract/front-desk/schedules.ts'
import { utcToday } from '../../days.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenClinic } from '../../factories/clinics.ts'
import { givenSession, sessionForm } from '../../factories/schedules.ts'

let made = 0

export function examples({ admin, doctor, receptionist }: People): Examples<typeof schedules> {
  /** Ten minutes that no other example has, from a year on in which nothing else is booked. */
  const hours = async () => {
    const clinic = await givenClinic(admin)
    const [startsAt, endsAt] = [timeOf((made % 140) * 10), timeOf((made % 140) * 10 + 10)]
    const weekday = weekdays[Math.floor(made++ / 140) % 7] ?? 1
    const limits = { validFrom: '2100-01-01', validUntil: '2100-12-31' }
    return { doctorId: doctor.id, clinicId: clinic.id, weekday, startsAt, endsAt, slotMinutes: 10, ...limits }
  }
  const given = async () => givenSession(admin, await hours())
  return {
    listSchedules: async () => example(receptionist),
    addSession: async () => example(admin, { body: sessionForm(await hours()) }, { subject: idIn }),
    changeSession: async () => {
      const session = await given()
      const { doctorId: _, ...form } = sessionForm(await hours())
      const body = { ...form, version: session.version }
      return example(admin, { ...one(session), body }, { subject: session.id })
    },
    endPracticeSession: async () => {
      const session = await given()
      const body = { lastDay: session.validFrom, version: session.version }
      return example(admin, { ...one(session), body }, { subject: session.id })
    },
    readDayOfSessions: async () => example(receptionist, { params: { date: utcToday() } }),
    listFreePlaces: async () => example(receptionist, { query: { from: utcToday(), to: utcToday() } }),
    listNextFree: async () => {
      const { doctorId, validFrom } = await given()
      return example(receptionist, { query: { doctorId, from: validFrom } })
    },
  }
}
