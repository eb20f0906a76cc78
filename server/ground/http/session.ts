import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { type RawBuilder, sql } from 'kysely'
import type { RoleWords } from '../../../contract/people/role-names.ts'
import type { ShiftWard } from '../../../contract/people/staff.ts'
import { isBuiltIn, type Permission, permissions, permissionsOf } from '../../../contract/permissions.ts'
import type { Ward } from '../../../contract/wards/wards.ts'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'

/** An account with a live session that makes a call. `role` is null until one is chosen. */
export interface SignedIn {
  id: string
  sessionId: string
  /** When the session expires. */
  endsAt: string
  email: string
  firstName: string
  lastName: string
  role: string | null
  offeredRoles: string[]
  /** Those of them that are the hospital's own. */
  ownRoles: RoleWords[]
  /** The permissions of the role; the same array for everyone whose roles allow the same. */
  permissions: Permission[]
  isDoctor: boolean
  /** The ward that a nurse chose. */
  ward: Ward | null
  /** The one of the hospital's own wards; null for all of that kind. */
  unitId: string | null
  /** The wards that a nurse has in shifts instead, with the shifts as they are. */
  shiftWards: ShiftWard[]
  emailVerified: boolean
  hasPassword: boolean
  /**
   * The hospital requires a second step of this account, but the session began without one: since when it is due, and
   * whether the account has set one up by now.
   */
  secondStep: { by: string; hasOne: boolean } | null
}

/** Whether the session has expired, which no notification announces. */
export function hasEnded({ endsAt }: SignedIn, now: Date): boolean {
  return Date.parse(endsAt) <= now.getTime()
}

/** Whether the session can only be used to set up a second step. */
export function isSecondStepDue({ secondStep }: SignedIn, now: Date): boolean {
  return secondStep !== null && Date.parse(secondStep.by) <= now.getTime()
}

export interface Sessions {
  /** The account behind the request's bearer token; null without a valid token. */
  identify(request: FastifyRequest): Promise<SignedIn | null>
  /**
   * Identifies by the database: another process may have changed the account a moment ago, and a stale cache must not
   * refuse anyone.
   */
  identifyAnew(request: FastifyRequest): Promise<SignedIn | null>
  /**
   * Whether the request's token belongs to an account that has since been deactivated. Only the account's owner may
   * learn that.
   */
  isDeactivated(request: FastifyRequest): Promise<boolean>
  /**
   * Drops an account's cached role and state at once after a change by this process: the notification would arrive a
   * moment after the response, and the next request may come before it.
   */
  forget(staffId: string): void
  /** Forgets all accounts. */
  forgetAll(): void
  /** Those of the accounts that are unchanged, in one query; for the others a session ended, or something changed. */
  stillSo(accounts: readonly SignedIn[]): Promise<Set<SignedIn>>
}

/** Records which sessions are in use, because an unused one is locked. */
export interface Presence {
  /** Records that someone is using this session. */
  noteUse(sessionId: string): void
}

interface Claims {
  staffId: string
  sessionId: string
  /** Seconds since 1970. */
  expires: number
}

const mostRemembered = 20_000

/** As `SignedIn` has it, of a session and its account. */
const secondStep = sql<SignedIn['secondStep']>`(
  select jsonb_build_object('by', to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hasOne',
    exists (select from two_factor where staff_id = staff.id) or exists (select from passkey where staff_id = staff.id))
  from second_step_due(staff.id) due where due is not null and not session.second_step)`

/** For a row of `staff`. */
export const shiftWards = sql<ShiftWard[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('shiftId', shift.id, 'name', shift.name,
    'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'),
    'ward', chosen.ward, 'unitId', chosen.unit_id) order by starts_at, ends_at, shift.id), '[]')
  from staff_shift chosen join shift on shift.id = chosen.shift_id where chosen.staff_id = staff.id)`

/** The hospital's own roles of these names. */
export function ownRolesIn(names: RawBuilder<unknown>): RawBuilder<RoleWords[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'title', title, 'description', description)
      order by created_at), '[]')
    from role own where name = any (${names}))`
}

/** For a row of `staff`. Staff who use single sign-on alone have no password. */
export const hasPassword = sql<boolean>`exists (
  select from account where account.staff_id = staff.id and account.provider_id = 'credential')`

/** For a row of the table: the roles of Lantern, and then the hospital's own. */
export function offeredRolesOf(table: 'staff' | 'invitation'): RawBuilder<string[]> {
  return sql`(${sql.ref(table)}.offered_roles::text[] || ${sql.ref(table)}.own_offered_roles)`
}
/** For a row of `staff`. */
export const chosenRole = sql<string | null>`coalesce(staff.role::text, staff.own_role)`

/** Each set of permissions once, so that what depends on it can be kept by it. */
const permissionSets = new Map<string, Permission[]>()

/** The permissions of a role, those of the hospital's own as its row has them. This version may not know some of them. */
export function permissionsIn(role: string | null, own: readonly string[] | null): Permission[] {
  const all = role && isBuiltIn(role) ? permissionsOf(role) : permissions.filter((one) => own?.includes(one))
  const name = all.join(' ')
  const known = permissionSets.get(name) ?? all
  permissionSets.set(name, known)
  return known
}

function withPermissions<Row extends { role: string | null; ownPermissions: string[] | null }>(row: Row) {
  const { ownPermissions, ...account } = row
  return { ...account, permissions: permissionsIn(row.role, ownPermissions) }
}

/** A database query for one session. */
interface Look {
  sessionId: string
  staffId: string
  /** A change was announced in the meantime: the result may be out of date. */
  isOvertaken: boolean
  account: Promise<SignedIn | null>
}

/**
 * Tokens are verified by their signature alone, and cached until they expire. Whether the session is still live, and the
 * current role of its account, are cached until a notification says that either changed.
 */
export function createSessions(options: {
  db: Database
  changes: Changes
  readKeys: () => Promise<JSONWebKeySet>
  clock: () => Date
}): Sessions {
  const { db, changes, readKeys, clock } = options
  const verified = new Map<string, Claims>()
  const signedIn = new Map<string, SignedIn>()
  /** Many screens of one session may ask before it is cached: they share one query. */
  const reading = new Map<string, Look>()
  /** Including those that a newer query has replaced. */
  const looks = new Set<Look>()
  let keys: ReturnType<typeof createLocalJWKSet> | null = null
  let keysReadAt = 0

  changes.onChange(({ noun, id }) => {
    if (noun === 'staff') forget(id)
    else if (noun === 'hospital' || noun === 'role') forgetAll()
    else if (noun === 'session') {
      signedIn.delete(id)
      overtake(({ sessionId }) => sessionId === id)
    }
  })
  changes.onDeaf(forgetTokens)
  changes.onGap(forgetTokens)

  function forgetTokens() {
    forgetAll()
    verified.clear()
    keys = null
  }

  function forgetAll() {
    signedIn.clear()
    overtake(() => true)
  }

  function overtake(concerns: (look: Look) => boolean) {
    for (const look of looks) if (concerns(look)) look.isOvertaken = true
  }

  function forget(staffId: string) {
    overtake((look) => look.staffId === staffId)
    for (const [key, staff] of signedIn) if (staff.id === staffId) signedIn.delete(key)
  }

  async function verify(token: string): Promise<Claims | null> {
    const now = clock().getTime() / 1000
    const known = changes.listening ? verified.get(token) : undefined
    if (known) {
      if (known.expires > now) return known
      verified.delete(token)
      return null
    }
    const claims = await verifySignature(token)
    if (!claims) return null
    if (verified.size >= mostRemembered) verified.clear()
    verified.set(token, claims)
    return claims
  }

  async function verifySignature(token: string): Promise<Claims | null> {
    for (const attempt of ['remembered keys', 'keys read again']) {
      const isStale = attempt === 'keys read again' && Date.now() - keysReadAt > 1000
      const trusted = changes.listening && !isStale && keys ? keys : createLocalJWKSet(await readKeys())
      if (trusted !== keys) keysReadAt = Date.now()
      keys = trusted
      try {
        const { payload } = await jwtVerify(token, trusted, {
          issuer: 'lantern',
          audience: 'lantern',
          algorithms: ['EdDSA'],
          currentDate: clock(),
        })
        const { sub, sid, exp } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null
        return { staffId: sub, sessionId: sid, expires: exp }
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) return null
      }
    }
    return null
  }

  async function claimsOf({ headers }: FastifyRequest): Promise<Claims | null> {
    const [scheme, token] = (headers.authorization ?? '').split(' ')
    return scheme?.toLowerCase() === 'bearer' && token ? verify(token) : null
  }

  async function accountOf(claims: Claims): Promise<SignedIn | null> {
    const remembered = changes.listening ? signedIn.get(claims.sessionId) : undefined
    if (remembered && !hasEnded(remembered, clock())) return remembered
    const { sessionId, staffId } = claims
    const begun = reading.get(sessionId)
    if (begun && !begun.isOvertaken && changes.listening) return begun.account
    const look: Look = { sessionId, staffId, isOvertaken: false, account: Promise.resolve(null) }
    reading.set(sessionId, look)
    looks.add(look)
    look.account = readAccount(look).finally(() => {
      looks.delete(look)
      if (reading.get(sessionId) === look) reading.delete(sessionId)
    })
    return look.account
  }

  /** As of the moment of the response: a stream opened with it receives every later change, and no earlier one. */
  async function readAccount(look: Look): Promise<SignedIn | null> {
    const { sessionId, staffId } = look
    look.isOvertaken = false
    const row = await accounts()
      .where('session.id', '=', sessionId)
      .where('staff.id', '=', staffId)
      .executeTakeFirst()
    if (look.isOvertaken) return readAccount(look)
    if (!row) return null
    const account: SignedIn = withPermissions(row)
    if (reading.get(sessionId) === look && changes.listening) {
      if (signedIn.size >= mostRemembered) signedIn.clear()
      signedIn.set(sessionId, account)
    }
    return account
  }

  /** Those with a live session whose screen is not locked. */
  function accounts() {
    return db
      .selectFrom('session')
      .innerJoin('staff', 'staff.id', 'session.staff_id')
      .leftJoin('role', 'role.name', 'staff.own_role')
      .select([
        'staff.id',
        'session.id as sessionId',
        'session.expires_at as endsAt',
        'staff.email',
        'staff.first_name as firstName',
        'staff.last_name as lastName',
        'staff.ward',
        'staff.is_doctor as isDoctor',
        'staff.unit_id as unitId',
        'staff.email_verified as emailVerified',
      ])
      .select([
        'role.permissions as ownPermissions',
        chosenRole.as('role'),
        offeredRolesOf('staff').as('offeredRoles'),
      ])
      .select(ownRolesIn(sql`staff.own_offered_roles`).as('ownRoles'))
      .select(shiftWards.as('shiftWards'))
      .select(hasPassword.as('hasPassword'))
      .select(secondStep.as('secondStep'))
      .where('staff.active', '=', true)
      .where('session.expires_at', '>', clock().toISOString())
      .where('session.locked_at', 'is', null)
  }

  async function readAnew(claims: Claims): Promise<SignedIn | null> {
    // Only for this session: results for all others are still cached.
    signedIn.delete(claims.sessionId)
    reading.delete(claims.sessionId)
    return inUse(await accountOf(claims))
  }

  /** If the account has a second step by now, but the session began without it before it was required, the user signs in again. */
  function inUse(account: SignedIn | null): SignedIn | null {
    return account?.secondStep?.hasOne && isSecondStepDue(account, clock()) ? null : account
  }

  return {
    forget,
    forgetAll,
    async stillSo(remembered) {
      const ids = remembered.map(({ sessionId }) => sessionId)
      const rows = await accounts().where('session.id', '=', sql<string>`any(${ids}::uuid[])`).execute()
      const now = new Map(rows.map(withPermissions).map((account) => [account.sessionId, account]))
      return new Set(remembered.filter((one) => isDeepStrictEqual(now.get(one.sessionId), one)))
    },
    async identify(request) {
      const claims = await claimsOf(request)
      const account = claims && (await accountOf(claims))
      // It may have been set up in another process a moment ago, so don't refuse on a stale cache.
      return account && isSecondStepDue(account, clock()) ? readAnew(claims) : account
    },
    async isDeactivated(request) {
      const claims = await claimsOf(request)
      if (!claims) return false
      const { staffId } = claims
      const found = await db.selectFrom('staff').select('active').where('id', '=', staffId).executeTakeFirst()
      return found?.active === false
    },
    async identifyAnew(request) {
      const claims = await claimsOf(request)
      return claims && readAnew(claims)
    },
  }
}

/** Expired sessions that nobody signed out of; no query counts them as live, deleted or not. */
export const deleteEndedSessions: Job = {
  name: 'delete-ended-sessions',
  every: '35 * * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const ended = db
        .selectFrom('session')
        .select('id')
        .where('expires_at', '<', clock().toISOString())
        .limit(batchSize)
      const deleted = await db
        .deleteFrom('session')
        .where('id', 'in', ended)
        .where('expires_at', '<', clock().toISOString())
        .executeTakeFirst()
      return Number(deleted.numDeletedRows)
    }),
}
