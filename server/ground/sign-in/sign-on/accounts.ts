import { sql } from 'kysely'
import { text } from '../../../../contract/api/fields.ts'
import { longestName } from '../../../../contract/people/account.ts'
import { SignUp } from '../../../../contract/people/sign-in.ts'
import type { Database } from '../../db/connect.ts'
import { Refusal, violatedConstraint } from '../../http/errors.ts'
import { offeredRolesOf } from '../../http/session.ts'
import { type Person, untrusted } from './provider.ts'

/** A provider's details of a new account, as for a sign-up, except that the last name may be missing. */
const ProviderProfile = SignUp.pick({ firstName: true, email: true }).extend({ lastName: text(longestName) })

/** The account that is linked to who somebody is at the provider. */
export async function linkedAccount(
  db: Database,
  { issuer, subject }: Person,
): Promise<{ id: string; isActive: boolean } | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('staff', 'staff.id', 'account.staff_id')
    .select(['staff.id', 'staff.active as isActive'])
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirst()
}

/**
 * Makes an account for somebody whom only the provider knows. If the e-mail has an account already, that is no proof
 * that it is theirs: that account's owner links it. @throws Refusal
 */
export async function makeAccount(trx: Database, person: Person, providerName: string): Promise<string> {
  const { emailVerified, issuer, subject } = person
  if (!person.email) {
    throw new Refusal(
      'sign_on_incomplete',
      `${providerName} did not tell your e-mail address, so no account was made. Ask your IT support.`,
    )
  }
  const profile = ProviderProfile.safeParse({
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
  })
  if (!profile.success) throw untrusted(providerName)
  const { firstName, lastName, email } = profile.data
  const name = `${firstName} ${lastName}`.trim()
  try {
    const { rows } = await sql<{ id: string }>`
      with made as (
        insert into staff (name, first_name, last_name, email, email_verified)
        select ${name}, ${firstName}, ${lastName}, ${email}, ${emailVerified}
        -- Whoever sets the hospital up has a password: a provider can be away.
        where exists (select from staff)
        returning id
      )
      insert into account (staff_id, account_id, provider_id) select id, ${subject}, ${issuer} from made
      returning staff_id as id
    `.execute(trx)
    if (rows[0]) return rows[0].id
  } catch (error) {
    if (violatedConstraint(error) !== 'staff_email_once') throw error
    throw new Refusal(
      'sign_on_not_linked',
      `${email} already has an account here. Sign in with its password, then link it to ${providerName} under Settings.`,
    )
  }
  throw new Refusal('sign_on_incomplete', 'The first account of a hospital has a password. Sign up first.')
}

/** The roles offered before and now. */
type Offered = [string[], string[]]

/** Null where nothing changed. */
async function offerNamed(
  trx: Database,
  staffId: string,
  issuer: string,
  named: readonly string[],
): Promise<Offered | null> {
  const { rows } = await sql<{ before: string[] | null }>`
    select follow_named(${staffId}, ${issuer}, ${named}::text[]) as before
  `.execute(trx)
  const before = rows[0]?.before
  if (!before) return null
  const { rows: after } = await sql<{ offered: string[] }>`
    select ${offeredRolesOf('staff')} as offered from staff where id = ${staffId}
  `.execute(trx)
  return [before, after[0]?.offered ?? []]
}

/**
 * Offers what the provider names, and withdraws what it named before and names no more. Answers what that changed. The
 * last administrator stays one whatever the provider names.
 */
export async function followRoles(
  trx: Database,
  staffId: string,
  { issuer, roles }: Pick<Person, 'issuer' | 'roles'>,
): Promise<Offered | null> {
  if (!roles) return null
  // A refusal by the database would end the transaction.
  await sql`savepoint as_offered`.execute(trx)
  try {
    return await offerNamed(trx, staffId, issuer, roles)
  } catch (error) {
    if (violatedConstraint(error) !== 'staff_last_admin') throw error
    await sql`rollback to savepoint as_offered`.execute(trx)
    return null
  }
}

/**
 * Links an account to who its owner is at the provider. A link to a provider that the hospital had before ends with it, and
 * so do the roles that it named, where this one does not name them: answers what that changed. @throws Refusal
 */
export async function linkAccount(
  trx: Database,
  staffId: string,
  person: Person,
  providerName: string,
): Promise<Offered | null> {
  const { issuer, subject, roles } = person
  try {
    const { rows } = await sql<{ hadOther: boolean }>`
      with other as (
        delete from account where staff_id = ${staffId} and provider_id not in ('credential', ${issuer})
        returning named_roles, own_named_roles
      )
      insert into account (staff_id, provider_id, account_id, named_roles, own_named_roles)
      select ${staffId}, ${issuer}, ${subject}, array(select distinct unnest(named_roles) from other),
        array(select distinct unnest(own_named_roles) from other)
      returning exists (select from other) as "hadOther"
    `.execute(trx)
    return rows[0]?.hadOther ? await followRoles(trx, staffId, { issuer, roles: roles ?? [] }) : null
  } catch (error) {
    const sentence = {
      account_of_provider_once: `You are linked to another account already. Sign out, and sign in with ${providerName}.`,
      account_once_a_provider: 'Your account is linked to someone else there. Unlink it first.',
    }[violatedConstraint(error) ?? '']
    if (!sentence) throw error
    throw new Refusal('sign_on_linked', sentence)
  }
}

/**
 * Unlinks an account, and withdraws what the provider offered it. Answers what that changed. @throws Refusal where it
 * would have no way in left
 */
export async function unlinkAccount(trx: Database, staffId: string, issuer: string): Promise<Offered | null> {
  const offered = await offerNamed(trx, staffId, issuer, [])
  const { rows } = await sql<{ wasLinked: boolean; isLinked: boolean }>`
    with unlinked as (
      delete from account where staff_id = ${staffId} and provider_id = ${issuer}
        and exists (select from account own where own.staff_id = ${staffId} and provider_id = 'credential')
      returning id
    )
    select exists (select from account where staff_id = ${staffId} and provider_id = ${issuer}) as "wasLinked",
      not exists (select from unlinked) as "isLinked"
  `.execute(trx)
  const [after] = rows
  if (!after?.wasLinked) throw new Refusal('not_found', 'Your account is not linked.')
  if (after.isLinked) {
    throw new Refusal(
      'sign_on_last_way',
      'This is the only way into your account. Ask an administrator for a reset link, and choose a password first.',
    )
  }
  return offered
}
