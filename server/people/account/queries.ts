import { sql } from 'kysely'
import type { OwnSession, OwnSignIn, Profile, StaffSignIn } from '../../../contract/people/account.ts'
import type { Database } from '../../ground/db/connect.ts'
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
  const { rows } = await sql<Omit<OwnSignIn, 'passkeys'>>`
    select (select since from two_factor where staff_id = ${staffId}) as "twoFactorSince",
      (select count(*) from recovery_code where staff_id = ${staffId} and used_at is null) as "recoveryCodesLeft"
  `.execute(db)
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'made_at as madeAt', 'used_at as usedAt'])
    .where('staff_id', '=', staffId)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  return { twoFactorSince: null, recoveryCodesLeft: 0, ...rows[0], passkeys }
}

/** Everything that signs in beside the password, or in its place. Answers what there was. */
export async function removeFactors(
  db: Database,
  staffId: string,
): Promise<{ hadTwoFactor: boolean; passkeys: number }> {
  const of = (table: 'two_factor' | 'passkey') =>
    db.deleteFrom(table).where('staff_id', '=', staffId).executeTakeFirst()
  const [twoFactor, passkeys] = [await of('two_factor'), await of('passkey')]
  return { hadTwoFactor: twoFactor.numDeletedRows > 0n, passkeys: Number(passkeys.numDeletedRows) }
}

export async function signInOf(db: Database, staffId: string, now: Date): Promise<StaffSignIn | undefined> {
  const { rows } = await sql<StaffSignIn>`
    select id,
      (select count(*) from session where staff_id = staff.id and expires_at > ${now}) as sessions,
      exists (select from two_factor where staff_id = staff.id) as "hasTwoFactor",
      (select count(*) from passkey where staff_id = staff.id) as passkeys
    from staff where id = ${staffId}
  `.execute(db)
  return rows[0]
}
