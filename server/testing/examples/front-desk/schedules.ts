import type * as schedules from '../../../../contract/front-desk/schedules.ts'
import { ifMatch } from '../../client.ts'
import { daysAfter, utcToday } from '../../days.ts'
import { appOf, type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenClinic } from '../../factories/clinics.ts'
import { givenSession, sessionForm } from '../../factories/schedules.ts'

export function examples(people: People): Examples<typeof schedules> {
  const { admin, receptionist } = people
  const hours = async () => {
    const doctor = await appOf.get(people)?.signIn('doctor')
    const clinic = await givenClinic(admin)
    return { doctorId: doctor?.id ?? '', clinicId: clinic.id, weekday: 2 } as const
  }
  const changed = {
    clinicId: '',
    weekday: 3,
    startsAt: '14:00',
    endsAt: '15:00',
    slotMinutes: 20,
    capacity: 1,
  } as const
  return {
    listSchedules: async () => example(receptionist),
    addSession: async () => example(admin, { body: sessionForm(await hours()) }, { subject: idIn }),
    changeSession: async () => {
      const session = await givenSession(admin, await hours())
      const body = { ...changed, clinicId: session.clinicId, validFrom: utcToday() }
      return example(admin, { ...one(session), body }, { subject: session.id, ...ifMatch(session) })
    },
    endPracticeSession: async () => {
      const session = await givenSession(admin, await hours())
      const body = { lastDay: daysAfter(utcToday(), 20) }
      return example(admin, { ...one(session), body }, { subject: session.id, ...ifMatch(session) })
    },
    readDayOfSessions: async () => example(receptionist, { params: { date: utcToday() } }),
    listFreePlaces: async () => example(receptionist, { query: { from: utcToday(), to: utcToday() } }),
    listNextFree: async () => {
      const { doctorId } = await givenSession(admin, await hours())
      return example(receptionist, { query: { doctorId } })
    },
  }
}

export const edits: Edits = {}
