import type { z } from 'zod'
import { addClinic, type Clinic, type ClinicForm } from '../../../contract/people/clinics.ts'
import { editStaffMember, readStaffMember } from '../../../contract/people/staff.ts'
import { type Client, ifMatch } from '../client.ts'

let made = 0

export function clinicForm(form: Partial<z.input<typeof ClinicForm>> = {}): z.input<typeof ClinicForm> {
  made++
  return { name: `Clinic ${made}`, rooms: [`Room ${made}A`, `Room ${made}B`], ...form }
}

export async function givenClinic(
  admin: Client,
  form: Partial<z.input<typeof ClinicForm>> = {},
): Promise<Clinic> {
  return (await admin.call(addClinic, { body: clinicForm(form) })).body
}

/** An administrator says in which clinic somebody sees patients. */
export async function worksIn(
  admin: Client,
  { id }: { id: string },
  clinicId: string | null,
  room: string | null = null,
) {
  const member = (await admin.call(readStaffMember, { params: { id } })).body
  return admin.call(editStaffMember, { params: { id }, body: { clinicId, room } }, ifMatch(member))
}
