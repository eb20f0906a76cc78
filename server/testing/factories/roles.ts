import type { z } from 'zod'
import { doctorsOnly } from '../../../contract/people/grantable.ts'
import { addRole, type HospitalRole, type NewRole } from '../../../contract/people/roles.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { offerRoles, type StaffClient, type TestApp } from '../app.ts'
import type { Client } from '../client.ts'

let made = 0

export function roleForm(form: Partial<z.input<typeof NewRole>> = {}): z.input<typeof NewRole> {
  made++
  return { title: `Ward clerk ${made}`, description: null, permissions: ['patient.view'], ...form }
}

export async function givenRole(
  admin: Client,
  form: Partial<z.input<typeof NewRole>> = {},
): Promise<HospitalRole> {
  return (await admin.call(addRole, { body: roleForm(form) })).body
}

/** Somebody who works in a role of the hospital's own: one of doctors, if these permissions are theirs alone. */
export async function givenHolder(
  app: TestApp,
  admin: Client,
  permissions: Permission[],
): Promise<{ somebody: StaffClient; role: HospitalRole }> {
  const areDoctors = permissions.some((one) => doctorsOnly.includes(one))
  const role = await givenRole(admin, { permissions, areDoctors })
  const somebody = await app.signIn('receptionist')
  await offerRoles(admin, somebody.id, [role.name])
  const chosen = await somebody.call(chooseRole, { body: { role: role.name } })
  if (chosen.status !== 200) throw new Error(chosen.text)
  return { somebody, role }
}
