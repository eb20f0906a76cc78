import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { confirmHours, resetMinutes } from '../../../../contract/people/account-links.ts'
import type { Database } from '../../db/connect.ts'
import { batchSize, inBatches } from '../../jobs/batches.ts'
import type { Job } from '../../jobs/job.ts'
import type { LinkKind } from '../../mail/outbox.ts'
import { tokenHash } from '../token-hash.ts'

const lifeOf: Record<LinkKind, number> = { reset: resetMinutes * 60_000, confirm: confirmHours * 3_600_000 }

/** The account's owner, as an e-mail addresses them. */
export interface Addressee {
  firstName: string
  name: string
  email: string
}

/**
 * Keeps the hash of a link that is about to be mailed; null when the account is gone, or confirmed meanwhile, or what was
 * asked for is void. Who makes it void just now waits for this, or this for them: no link slips past `closeLinks`.
 */
export async function mailedLink(
  db: Database,
  { id, kind, staffId, now }: { id: string; kind: LinkKind; staffId: string | null; now: Date },
): Promise<{ token: string; to: Addressee } | null> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<Addressee>`
    with asked as (
      select from mail where id = ${id} for key share
    ), addressee as (
      select staff.* from staff, asked
      where staff.id = ${staffId} and active and email_verified = ${kind === 'reset'}
    ), made as (
      insert into account_link (kind, staff_id, token_hash, email, expires_at, created_at)
      select ${kind}::mail_kind, id, ${tokenHash(token)}, email, ${new Date(now.getTime() + lifeOf[kind])}, ${now}
      from addressee
    )
    select first_name as "firstName", name, email from addressee
  `.execute(db)
  return rows[0] ? { token, to: rows[0] } : null
}

/** The account that a link opens, if it can still be used; `use` says that this is its once. */
export async function openLink(
  db: Database,
  { kind, token, now }: { kind: LinkKind; token: string; now: Date },
): Promise<{ staffId: string; email: string; name: string } | undefined> {
  const { rows } = await sql<{ staffId: string; email: string; name: string }>`
    select staff_id as "staffId", account_link.email, staff.name
    from account_link join staff on staff.id = staff_id
    where token_hash = ${tokenHash(token)} and kind = ${kind}::mail_kind and is_open(account_link, ${now}::timestamptz)
  `.execute(db)
  return rows[0]
}

/** Uses a link up, with all others of its kind that the account has. False: it was used, or ended, meanwhile. */
export async function useLink(
  db: Database,
  { kind, token, now }: { kind: LinkKind; token: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ staffId: string }>`
    update account_link set used_at = ${now}
    where token_hash = ${tokenHash(token)} and kind = ${kind}::mail_kind and is_open(account_link, ${now}::timestamptz)
    returning staff_id as "staffId"
  `.execute(db)
  const [used] = rows
  if (!used) return false
  await closeLinks(db, { kind, staffId: used.staffId, now })
  return true
}

/** Ends all links of a kind that an account has, and those that were asked for and are not mailed yet. */
export async function closeLinks(
  db: Database,
  { kind, staffId, now }: { kind: LinkKind; staffId: string; now: Date },
): Promise<void> {
  await sql`
    delete from mail where staff_id = ${staffId} and kind = ${kind}::mail_kind and sent_at is null
  `.execute(db)
  await sql`
    update account_link set used_at = ${now}
    where staff_id = ${staffId} and kind = ${kind}::mail_kind and used_at is null and expires_at > ${now}
  `.execute(db)
}

export const deleteOldLinks: Job = {
  name: 'delete-old-account-links',
  every: '45 * * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const before = new Date(clock().getTime() - 86_400_000)
      const { numAffectedRows } = await sql`
        delete from account_link where id in (
          select id from account_link where expires_at < ${before} limit ${batchSize})
      `.execute(db)
      return Number(numAffectedRows ?? 0)
    }),
}
