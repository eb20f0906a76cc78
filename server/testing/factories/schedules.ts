import type { z } from 'zod'
import { addClosure, type Closure, type ClosureForm } from '../../../contract/front-desk/closures.ts'
import { addSession, type PracticeSession, type SessionForm } from '../../../contract/front-desk/schedules.ts'
import type { Answer, Client } from '../client.ts'
import { utcToday } from '../days.ts'

type Session = z.input<typeof SessionForm>
export type SessionWishes = Pick<Session, 'doctorId' | 'clinicId' | 'weekday'> & Partial<Session>

/** Four appointments of a quarter of an hour from nine o'clock, one patient each, from today on. */
export function sessionForm(wishes: SessionWishes): Session {
  const length = wishes.kind === 'TOKENS' ? {} : { slotMinutes: 15 }
  return { startsAt: '09:00', endsAt: '10:00', capacity: 1, validFrom: utcToday(), ...length, ...wishes }
}

export async function givenSession(admin: Client, wishes: SessionWishes): Promise<PracticeSession> {
  return (await admin.call(addSession, { body: sessionForm(wishes) })).body
}

export function away(
  admin: Client,
  form: Partial<z.input<typeof ClosureForm>> & { from: string },
): Promise<Answer<Closure>> {
  return admin.call(addClosure, {
    body: { cause: form.doctorId ? 'LEAVE' : 'HOLIDAY', to: form.from, reason: 'Away', ...form },
  })
}

/** 1 is Monday. */
export function weekdayOf(day: string): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  return (new Date(day).getUTCDay() || 7) as 1 | 2 | 3 | 4 | 5 | 6 | 7
}
