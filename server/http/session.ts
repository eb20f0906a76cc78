import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import type { Role } from '../../contract/permissions.ts'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'

/** Who makes a call: an account with a live session. `role` is null until one is chosen. */
export interface SignedIn {
  id: string
  sessionId: string
  /** When the session ends by itself. */
  endsAt: string
  email: string
  firstName: string
  lastName: string
  role: Role | null
  offeredRoles: Role[]
  emailVerified: boolean
  hasPassword: boolean
  /**
   * The hospital asks this account for a second step, and the session was begun without: from when it does, and whether the
   * account has one by now.
   */
  secondStep: { by: string; hasOne: boolean } | null
}

/** Whether the session's own end has come, of which nobody tells. */
export function hasEnded({ endsAt }: SignedIn, now: Date): boolean {
  return Date.parse(endsAt) <= now.getTime()
}

/** Whether the session is good for nothing but setting up its second step. */
export function isSecondStepDue({ secondStep }: SignedIn, now: Date): boolean {
  return secondStep !== null && Date.parse(secondStep.by) <= now.getTime()
}

export interface Sessions {
  /** The account behind the request's bearer token; null without a token, or with one that no longer holds. */
  identify(request: FastifyRequest): Promise<SignedIn | null>
  /**
   * The same as the database has it now: another process may have changed it a moment ago, and nobody is refused for what
   * only we don't know yet.
   */
  identifyAnew(request: FastifyRequest): Promise<SignedIn | null>
  /**
   * Forgets an account's role and state at once, where this process changed them: the change would be told a moment
   * after it was answered, and the next call may come within that moment.
   */
  forget(staffId: string): void
  /** The same where it can be anybody's. */
  forgetAll(): void
  /** Those of the accounts that are still as they were, by one look at the database; of the others a session ended, or something changed. */
  stillSo(accounts: readonly SignedIn[]): Promise<Set<SignedIn>>
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

/** Of the row of `staff`. Who signs in by the hospital's sign-on alone has none. */
export const hasPassword = sql<boolean>`exists (
  select from account where account.staff_id = staff.id and account.provider_id = 'credential')`

/** A look at the database for one session. */
interface Look {
  sessionId: string
  staffId: string
  /** A change of it was told meanwhile: what was read may be from before. */
  isOvertaken: boolean
  account: Promise<SignedIn | null>
}

/**
 * Tokens are verified by signature alone, and remembered until they expire; whether the session still lives and
 * what role its account has now is remembered until a change of either is told.
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
  /** Many screens of one session may come before it is remembered: they share one look at the database. */
  const reading = new Map<string, Look>()
  /** With those that another look has taken the place of. */
  const looks = new Set<Look>()
  let keys: ReturnType<typeof createLocalJWKSet> | null = null
  let keysReadAt = 0

  changes.onChange(({ noun, id }) => {
    if (noun === 'staff') forget(id)
    else if (noun === 'hospital') forgetAll()
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

  /** As it is once it is answered: whoever opens a stream by it is told of what comes after, and of nothing before. */
  async function readAccount(look: Look): Promise<SignedIn | null> {
    const { sessionId, staffId } = look
    look.isOvertaken = false
    const account: SignedIn | undefined = await accounts()
      .where('session.id', '=', sessionId)
      .where('staff.id', '=', staffId)
      .executeTakeFirst()
    if (look.isOvertaken) return readAccount(look)
    if (!account) return null
    if (reading.get(sessionId) === look && changes.listening) {
      if (signedIn.size >= mostRemembered) signedIn.clear()
      signedIn.set(sessionId, account)
    }
    return account
  }

  /** Those with a live session, at whose screen somebody is. */
  function accounts() {
    return db
      .selectFrom('session')
      .innerJoin('staff', 'staff.id', 'session.staff_id')
      .select([
        'staff.id',
        'session.id as sessionId',
        'session.expires_at as endsAt',
        'staff.email',
        'staff.first_name as firstName',
        'staff.last_name as lastName',
        'staff.role',
        'staff.email_verified as emailVerified',
      ])
      .select(sql<Role[]>`staff.offered_roles::text[]`.as('offeredRoles'))
      .select(hasPassword.as('hasPassword'))
      .select(secondStep.as('secondStep'))
      .where('staff.active', '=', true)
      .where('session.expires_at', '>', clock().toISOString())
      .where('session.locked_at', 'is', null)
  }

  async function readAnew(claims: Claims): Promise<SignedIn | null> {
    // Of this session alone: what is read of all others meanwhile is still remembered.
    signedIn.delete(claims.sessionId)
    reading.delete(claims.sessionId)
    return inUse(await accountOf(claims))
  }

  /** Whoever has a second step by now, and began without when it was not asked for yet, signs in once more. */
  function inUse(account: SignedIn | null): SignedIn | null {
    return account?.secondStep?.hasOne && isSecondStepDue(account, clock()) ? null : account
  }

  return {
    forget,
    forgetAll,
    async stillSo(remembered) {
      const ids = remembered.map(({ sessionId }) => sessionId)
      const rows = await accounts().where('session.id', '=', sql<string>`any(${ids}::uuid[])`).execute()
      const now = new Map(rows.map((account) => [account.sessionId, account]))
      return new Set(remembered.filter((one) => isDeepStrictEqual(now.get(one.sessionId), one)))
    },
    async identify(request) {
      const claims = await claimsOf(request)
      const account = claims && (await accountOf(claims))
      // Set up in another process a moment ago, it is no reason to refuse anybody.
      return account && isSecondStepDue(account, clock()) ? readAnew(claims) : account
    },
    async identifyAnew(request) {
      const claims = await claimsOf(request)
      return claims && readAnew(claims)
    },
  }
}

/** Those that nobody signed out of; no look at a session takes them for live, deleted or not. */
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
