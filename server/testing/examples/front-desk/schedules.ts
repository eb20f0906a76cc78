import type * as schedules from '../../../../contract/front-desk/schedules.ts'
import { weekdays } from '../../../../contract/front-desk/schedules.ts'
import { utcToday } from '../../days.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenClinic } from '../../factories/clinics.ts'
import { givenSession, sessionForm } from '../../factories/schedules.ts'

let made = 0

export function examples({ admin, doctor, receptionist }: People): Examples<typeof schedules> {
  /** In a year in which nothing else is booked, so that the doctor keeps no hours where other examples book. */
  const hours = async () => {
    const clinic = await givenClinic(admin)
    const year = 2100 + (made % 100)
    const weekday = weekdays[Math.floor(made++ / 100) % 7] ?? 1
    const limits = { validFrom: `${year}-01-01`, validUntil: `${year}-12-31` }
    return { doctorId: doctor.id, clinicId: clinic.id, weekday, ...limits } as const
  }
  const given = async () => givenSession(admin, await hours())
  return {
    listSchedules: async () => example(receptionist),
    addSession: async () => example(admin, { body: sessionForm(await hours()) }, { subject: idIn }),
    changeSession: async () => {
      const session = await given()
      const { doctorId: _, ...form } = sessionForm({ ...(await hours()), startsAt: '08:00' })
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
