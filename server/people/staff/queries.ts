import { type SqlBool, sql } from 'kysely'
import { type Me, mostListedStaff, type ShiftWard, type StaffMember } from '../../../contract/people/staff.ts'
import { isBuiltIn, type Role } from '../../../contract/permissions.ts'
import { soughtWords } from '../../../contract/search/people.ts'
import type { Ward } from '../../../contract/wards/wards.ts'
import type { Database } from '../../ground/db/connect.ts'
import { chosenRole, offeredRolesOf, shiftWards } from '../../ground/http/session.ts'
import { closeLinks } from '../../ground/sign-in/links/account-links.ts'

const clinicName = sql<string | null>`(select name from clinic where clinic.id = staff.clinic_id)`

function selectStaff(db: Database) {
  return db
    .selectFrom('staff')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'email_verified as emailVerified',
      'active',
      'clinic_id as clinicId',
      'room',
      'specialty',
      'registration_number as registrationNumber',
      'version',
    ])
    .select([
      'created_at as createdAt',
      chosenRole.as('role'),
      'is_doctor as isDoctor',
      clinicName.as('clinic'),
      offeredRolesOf('staff').as('offeredRoles'),
    ])
}

/** By name: the first of all, or of those whose name or e-mail has each word of a search. */
export function staffMembers(db: Database, search?: string): Promise<StaffMember[]> {
  const known = sql<string>`fold(first_name || ' ' || last_name || ' ' || email)`
  return selectStaff(db)
    .where((is) => is.and(soughtWords(search).map((word) => sql<SqlBool>`strpos(${known}, ${word}) > 0`)))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(mostListedStaff)
    .execute()
}

export function staffMember(db: Database, id: string): Promise<StaffMember | undefined> {
  return selectStaff(db).where('id', '=', id).executeTakeFirst()
}

export function doctors(db: Database) {
  return db
    .selectFrom('staff')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'specialty', 'room'])
    .select(clinicName.as('clinic'))
    .where('is_doctor', '=', true)
    .where('active', '=', true)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
}

/**
 * Sets the chosen role, and returns whether it is one of doctors, and the permissions of one of the hospital's own. The constraints staff_role_offered and
 * staff_own_role_offered refuse one that was not offered.
 */
export async function setRole(db: Database, id: string, name: string) {
  const role = isBuiltIn(name) ? { role: name } : { own_role: name }
  const { isDoctor } = await db
    .updateTable('staff')
    .set({ ...role, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning('is_doctor as isDoctor')
    .executeTakeFirstOrThrow()
  const own = await db.selectFrom('role').select('permissions').where('name', '=', name).executeTakeFirst()
  return { isDoctor, ownPermissions: own?.permissions ?? null }
}

/** Sets the ward that somebody works on. One of the hospital's own decides the kind. */
export async function setWard(
  db: Database,
  id: string,
  { ward, unitId }: { ward: Ward | null; unitId: string | null },
): Promise<{ ward: Ward | null; unitId: string | null }> {
  return db
    .updateTable('staff')
    .set({ ward, unit_id: unitId })
    .where('id', '=', id)
    .returning(['ward', 'unit_id as unitId'])
    .executeTakeFirstOrThrow()
}

/** The name of a shift that is not removed. */
export async function shiftName(db: Database, id: string): Promise<string | undefined> {
  const shift = db.selectFrom('shift').select('name').where('id', '=', id).where('retired_at', 'is', null)
  return (await shift.executeTakeFirst())?.name
}

/** Sets the ward that somebody works on in a shift, or takes it back. Answers those of all their shifts. */
export async function setShiftWard(
  db: Database,
  { staffId, shiftId }: { staffId: string; shiftId: string },
  place: { ward: Ward | null; unitId: string | null } | undefined,
): Promise<ShiftWard[]> {
  if (place) {
    await sql`
      insert into staff_shift (staff_id, shift_id, ward, unit_id)
      values (${staffId}, ${shiftId}, ${place.ward}, ${place.unitId})
      on conflict (staff_id, shift_id) do update set ward = excluded.ward, unit_id = excluded.unit_id
    `.execute(db)
  } else {
    await sql`delete from staff_shift where staff_id = ${staffId} and shift_id = ${shiftId}`.execute(db)
  }
  const { shifts } = await db
    .selectFrom('staff')
    .select(shiftWards.as('shifts'))
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  return shifts
}

/** The shift whose ward somebody has now, and when another may hold. */
export async function shiftAt(
  db: Database,
  staffId: string,
  moment: Date,
): Promise<Pick<Me, 'shiftNow' | 'shiftNowUntil'>> {
  const { rows } = await sql<Pick<Me, 'shiftNow' | 'shiftNowUntil'>>`
    select (select shift_id from wards_at(staff, ${moment}::timestamptz) limit 1) as "shiftNow",
      wards_change_after(staff, ${moment}::timestamptz) as "shiftNowUntil"
    from staff where id = ${staffId}
  `.execute(db)
  return rows[0] ?? { shiftNow: null, shiftNowUntil: null }
}

/**
 * Sets an account's offered roles, whether it is active, and a doctor's clinic, room, specialty and registration number, as
 * far as each is given and differs, if the account is still at `version`. A chosen role that is no longer offered is
 * withdrawn. Deactivating ends the account's sessions and reset links, so that reactivating does not open them again.
 */
export async function setAccess(
  db: Database,
  { id, version, now }: { id: string; version: number; now: Date },
  {
    offeredRoles: roles,
    active,
    clinicId,
    room,
    specialty,
    registrationNumber,
  }: {
    offeredRoles?: string[] | undefined
    active?: boolean | undefined
    clinicId?: string | null | undefined
    room?: string | null | undefined
    specialty?: string | null | undefined
    registrationNumber?: string | null | undefined
  },
): Promise<boolean> {
  const offered = sql<Role[]>`${roles?.filter(isBuiltIn)}::text[]::role_name[]`
  const own = sql<string[]>`${roles?.filter((name) => !isBuiltIn(name))}::text[]`
  const updated = await db
    .updateTable('staff')
    .set({
      ...(roles && {
        offered_roles: offered,
        own_offered_roles: own,
        role: sql<Role | null>`case when role = any (${offered}) then role end`,
        own_role: sql<string | null>`case when own_role = any (${own}) then own_role end`,
      }),
      ...(active !== undefined && { active }),
      ...(clinicId !== undefined && { clinic_id: clinicId }),
      ...(room !== undefined && { room }),
      ...(specialty !== undefined && { specialty }),
      ...(registrationNumber !== undefined && { registration_number: registrationNumber }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where((is) =>
      is.or([
        ...(roles
          ? [
              sql<SqlBool>`not (offered_roles @> ${offered} and offered_roles <@ ${offered}
                and own_offered_roles @> ${own} and own_offered_roles <@ ${own})`,
            ]
          : []),
        ...(active === undefined ? [] : [is('active', '!=', active)]),
        ...(clinicId === undefined ? [] : [is('clinic_id', 'is distinct from', clinicId)]),
        ...(room === undefined ? [] : [is('room', 'is distinct from', room)]),
        ...(specialty === undefined ? [] : [is('specialty', 'is distinct from', specialty)]),
        ...(registrationNumber === undefined
          ? []
          : [is('registration_number', 'is distinct from', registrationNumber)]),
      ]),
    )
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  if (active === false) {
    await db.deleteFrom('session').where('staff_id', '=', id).execute()
    await closeLinks(db, { kind: 'reset', staffId: id, now })
  }
  return true
}
