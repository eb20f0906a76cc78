import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { fold } from '../../../contract/fold.ts'
import { type HospitalRole, mostNamedHolders, type RoleForm } from '../../../contract/people/roles.ts'
import { isBuiltIn } from '../../../contract/permissions.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { EditOf } from '../../ground/records/record.ts'

export const columns: RawBuilder<HospitalRole> = sql`
  role.id, role.name, role.title, role.description, role.permissions, role.are_doctors as "areDoctors", role.version,
  (select count(*)::int from staff where role.name = any (own_offered_roles)) as "holderCount",
  array(select staff.name from staff where role.name = any (own_offered_roles) order by staff.name
    limit ${sql.lit(mostNamedHolders)}) as holders`

/** The hospital's own roles in use, by title. */
export async function hospitalRoles(db: Database): Promise<HospitalRole[]> {
  const { rows } = await sql<HospitalRole>`
    select ${columns} from role where retired_at is null order by fold(title), id
  `.execute(db)
  return rows
}

export async function roleById(db: Database, id: string): Promise<HospitalRole | undefined> {
  const { rows } =
    await sql<HospitalRole>`select ${columns} from role where id = ${id} and retired_at is null`.execute(db)
  return rows[0]
}

/** 'Ward Clerk' is called 'ward_clerk', and the next role of that title 'ward_clerk_2'; retired roles keep their names. */
export async function nameFor(db: Database, title: string): Promise<string> {
  const words = fold(title)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
  const first = words.slice(0, 40) || 'role'
  const taken = await db.selectFrom('role').select('name').where('name', 'like', `${first}%`).execute()
  const isTaken = (name: string) => isBuiltIn(name) || taken.some((one) => one.name === name)
  let name = first
  for (let number = 2; isTaken(name); number++) name = `${first}_${number}`
  return name
}

/** The columns as the form has them, or only those that an edit names. */
export function valuesOf({ title, description, permissions }: EditOf<z.output<typeof RoleForm>>) {
  return { title, description, permissions }
}
