import type { z } from 'zod'
import {
  addWaitEntry,
  offerPlace,
  type WaitEntry,
  type WaitForm,
} from '../../../contract/front-desk/wait-list.ts'
import type { Answer, Client } from '../client.ts'
import { daysAfter, utcToday } from '../days.ts'
import { givenPatient } from './patients/patients.ts'

type Wishes = Partial<z.input<typeof WaitForm>>

/** Asks for an entry; the answer may be a refusal. */
export async function wait(desk: Client, wishes: Wishes): Promise<Answer<WaitEntry>> {
  const patientId = wishes.patientId ?? (await givenPatient(desk)).id
  const days = { firstDay: utcToday(), lastDay: daysAfter(utcToday(), 200) }
  return desk.call(addWaitEntry, { body: { ...days, ...wishes, patientId } })
}

/** A new patient who waits, for any day of the next months unless told otherwise. */
export async function givenWait(desk: Client, wishes: Wishes): Promise<WaitEntry> {
  return (await wait(desk, wishes)).body
}

/** Offers a place; the answer may be a refusal. */
export function offer(
  desk: Client,
  entry: { id: string },
  place: { doctorId: string; date: string; time: string; minutes?: 10 | 30 },
): Promise<Answer<WaitEntry>> {
  return desk.call(offerPlace, { params: { id: entry.id }, body: place })
}
