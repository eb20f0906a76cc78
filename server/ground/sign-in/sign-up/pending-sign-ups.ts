import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { confirmHours } from '../../../../contract/people/account-links.ts'
import type { Database } from '../../db/connect.ts'
import { batchSize, inBatches } from '../../jobs/batches.ts'
import type { Job } from '../../jobs/job.ts'
import type { TypedSignUp } from '../../mail/outbox.ts'
import { tokenHash } from '../token-hash.ts'

/** The addressee of the letter about a sign-up: an account that has the address already, or an address without one. */
export type SignUpAddressee =
  | { isKnown: true; email: string; firstName: string; name: string }
  | { isKnown: false; email: string; token: string }

/** Makes the link of a sign-up as its letter is written, unless an account has the address; null when it is gone. */
export async function mailedSignUp(
  db: Database,
  id: string | null,
  now: Date,
): Promise<SignUpAddressee | null> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + confirmHours * 3_600_000)
  const { rows } = await sql<{ email: string; firstName: string | null; name: string | null }>`
    with opened as (
      update pending_sign_up set token_hash = ${tokenHash(token)}, expires_at = ${expiresAt}
      where id = ${id} and not exists (select from staff where staff.email = pending_sign_up.email)
    )
    select pending.email, staff.first_name as "firstName", staff.name
    from pending_sign_up pending left join staff on staff.email = pending.email
    where pending.id = ${id}
  `.execute(db)
  const [to] = rows
  if (!to) return null
  const { email, firstName, name } = to
  return name === null
    ? { isKnown: false, email, token }
    : { isKnown: true, email, firstName: firstName ?? '', name }
}

/** The sign-up that a link is for, while it can still be used. */
export async function openSignUp(db: Database, token: string, now: Date): Promise<TypedSignUp | undefined> {
  const { rows } = await sql<TypedSignUp>`
    select email, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"
    from pending_sign_up where token_hash = ${tokenHash(token)} and is_open(pending_sign_up, ${now}::timestamptz)
  `.execute(db)
  return rows[0]
}

export const deleteOldSignUps: Job = {
  name: 'delete-old-sign-ups',
  every: '50 * * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const before = new Date(clock().getTime() - 86_400_000)
      const { numAffectedRows } = await sql`
        delete from pending_sign_up where id in (
          select id from pending_sign_up where expires_at < ${before} limit ${batchSize})
      `.execute(db)
      return Number(numAffectedRows ?? 0)
    }),
}
