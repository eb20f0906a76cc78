import { sql } from 'kysely'
import type { OwnSession, OwnSignIn, Profile, StaffSignIn } from '../../contract/staff/own-account.ts'
import type { Database } from '../db/connect.ts'
import { deviceWords } from './device.ts'

export function profile(db: Database, id: string): Promise<Profile | undefined> {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'version'])
    .select('updated_at as updatedAt')
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The account's sessions that go on, the last used first. */
export async function sessionsOf(
  db: Database,
  { id, sessionId }: { id: string; sessionId: string },
  now: Date,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'user_agent as userAgent', 'ip_address as address', 'created_at as startedAt'])
    .select(['used_at as usedAt', sql<boolean>`locked_at is not null`.as('isLocked')])
    .where('staff_id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceWords(userAgent),
    isThis: session.id === sessionId,
  }))
}

/** Ends sessions of an account: one, or all but one, or all. Streams and tokens end with them (a trigger tells). */
export async function endSessions(
  db: Database,
  staffId: string,
  which: { only?: string; but?: string } = {},
): Promise<number> {
  const deleted = await db
    .deleteFrom('session')
    .where('staff_id', '=', staffId)
    .$if(which.only !== undefined, (rows) => rows.where('id', '=', which.only ?? ''))
    .$if(which.but !== undefined, (rows) => rows.where('id', '!=', which.but ?? ''))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export async function ownSignIn(db: Database, staffId: string): Promise<OwnSignIn> {
  const { rows } = await sql<OwnSignIn>`
    select since as "twoFactorSince",
      (select count(*) from recovery_code code where code.staff_id = two_factor.staff_id and used_at is null)
        as "recoveryCodesLeft"
    from two_factor where staff_id = ${staffId}
  `.execute(db)
  return rows[0] ?? { twoFactorSince: null, recoveryCodesLeft: 0 }
}

/** Whether there was one. */
export async function removeTwoFactor(db: Database, staffId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('two_factor')
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function signInOf(db: Database, staffId: string, now: Date): Promise<StaffSignIn | undefined> {
  const { rows } = await sql<StaffSignIn>`
    select id,
      (select count(*) from session where staff_id = staff.id and expires_at > ${now}) as sessions,
      exists (select from two_factor where staff_id = staff.id) as "hasTwoFactor"
    from staff where id = ${staffId}
  `.execute(db)
  return rows[0]
}
