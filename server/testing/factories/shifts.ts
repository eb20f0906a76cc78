import type { z } from 'zod'
import { addShift, type Shift, type ShiftForm } from '../../../contract/people/shifts.ts'
import type { Client } from '../client.ts'

let made = 0

export async function givenShift(
  admin: Client,
  form: Partial<z.input<typeof ShiftForm>> = {},
): Promise<Shift> {
  made++
  const body = { name: `Shift ${made}`, startsAt: '07:30', endsAt: '20:00', ...form }
  return (await admin.call(addShift, { body })).body
}
