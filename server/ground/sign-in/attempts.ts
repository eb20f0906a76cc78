import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { troubleOf } from '../db/trouble.ts'
import { Refusal } from '../http/errors.ts'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'
import { settlingLater } from '../jobs/settling-later.ts'
import type { LinkKind } from '../mail/outbox.ts'
import { knownForDays, type Origin } from './attempt-origin.ts'
import type { Line, Turns } from './attempt-queue.ts'
import { passwordSetAt } from './passwords.ts'
import { pausedFor } from './too-many-attempts.ts'

/** An attempt to sign in or to sign up, with what it is counted under. */
export interface Attempt {
  /** The account that is aimed at, where there is one. */
  staffId: string | null
  /** When its password was set, as it was before this began. */
  passwordSetAt: string | null
  origin: Origin
  line: Line
  counts: Count[]
  /** It counts as a failure until it is known for none. */
  isHeard: boolean
}

interface Count {
  key: string
  /** So many cost nothing. Null: it pauses nobody. */
  free: number | null
  /** The count that this place belongs to. */
  counted: 'failures' | 'successes' | 'taken'
  /**
   * A success clears all that was counted for an account. For a place that many may share, it clears only itself, and
   * the count ends a day after it began.
   */
  of: 'account' | 'place'
  /** The counts of all attempts at an account, and of all at an address, by those whom they don't know. */
  account?: string
  address?: string
}

/** The account that signed in, or `proven` without; or why it failed. `taken`: the e-mail to sign up with already has an account. */
export type Verdict = { staffId: string } | 'proven' | 'failure' | 'taken' | 'other'

/** The failures here since the last success, and the attempts that were refused unheard. */
export interface Earlier {
  failures: number
  refused: number
}

export interface Attempts {
  /** @throws Refusal while this account is paused here */
  toSignIn(email: string, origin: Origin): Promise<Attempt>
  toSignUp(origin: Origin): Attempt
  /** To confirm a sign-up by a link that holds: wrong passwords are counted by the link, accounts that are made by address. */
  toConfirmSignUp(token: string, origin: Origin): Attempt
  /** To choose a new password by a link that holds: counted by the link, so that who has one waits for nobody. */
  toReset(token: string, origin: Origin): Attempt
  /** By a link that doesn't hold. @throws Refusal when it is paused */
  toOpenClosedLink(kind: LinkKind | 'sign-up-link', origin: Origin): Promise<void>
  /**
   * To have a mail sent: counted by the browser where it is known, or else by address, and never forgiven.
   * @throws Refusal when it is paused
   */
  toAskForMail(origin: Origin): Promise<void>
  /** Counts a request for the mail that confirms a sign-up. @throws Refusal when it is paused */
  toAskToSignUp(origin: Origin): Promise<void>
  /**
   * Lets somebody sign in by the hospital's own provider, in their turn. Failures are counted by address and pause
   * nobody, because the next person there has nothing to do with them. They take their turn after others, unless their
   * browser is known.
   */
  signOn<Result>(
    origin: Origin,
    isGone: () => boolean,
    act: () => Promise<Result>,
    judge: (result: Result) => Verdict,
  ): Promise<Result>
  /** Notes a sign-in without a password here: a passkey can't be guessed. */
  know(staffId: string, origin: Origin): Promise<void>
  /**
   * Counts, by address, what failed and slows nobody: whether it leaves an entry of its own. Of more than a few, one entry
   * tells in the end how many there were.
   */
  leavesEntry(kind: 'passkey' | 'refused-sign-on', origin: Origin): Promise<boolean>
  /** Makes the attempt when it is its turn, and counts it. @throws Refusal when it is paused by then */
  make<Result>(
    attempt: Attempt,
    isGone: () => boolean,
    act: () => Promise<Result>,
    judge: (result: Result) => Verdict,
  ): Promise<{ result: Result; earlier: Earlier | null }>
}

/** People mistype. */
const freeSignIns = 5
const freeSignUps = 20
/** Each answer that an e-mail has an account tells who works here, and people seldom forget that they have one. */
const freeTaken = 5
/** Invalid links, and requests for e-mails, from one place in a day. */
const freeLinks = 20
/**
 * E-mails to confirm a sign-up that one place asks for in a day: more than others, because a ward or a whole hospital signs
 * up at one address. What keeps a mailbox from being flooded is the bound of each e-mail address (`ask_for_sign_up`).
 */
const freeSignUpMails = 200
/** Accounts that are made at one address on one day: the first day of a large hospital. */
const freeAccounts = 1000
/** Failures of strangers at an account or an address after which others wait behind people without any history. */
const doubtful = 5

/** Counts are kept in the database, so that they hold over all server processes and restarts. */
export function createAttempts(options: {
  db: Database
  /** The turns for hashing passwords. */
  turns: Turns
  signOnTurns: Turns
  secret: string
  clock: () => Date
}): Attempts {
  const { db, turns, signOnTurns, secret, clock } = options
  const keyOf = (kind: string, ...of: string[]) =>
    `${kind}:${createHmac('sha256', secret)
      .update(`${kind} ${of.join(' ')}`)
      .digest('base64url')}`

  const knownSince = () => new Date(clock().getTime() - knownForDays * 86_400_000)

  async function look(email: string, { address, device }: Origin, keys: string[]) {
    const at = clock()
    const { rows } = await sql<{
      staffId: string | null
      passwordSetAt: string | null
      places: string[]
      counts: Record<string, { failures: number; isPaused: boolean }>
    }>`
      select staff.id as "staffId", ${passwordSetAt} as "passwordSetAt",
        array(select place from sign_in_place
          where staff_id = staff.id and place in (${device}, ${address}) and last_at > ${knownSince()}) as places,
        (select coalesce(jsonb_object_agg(key, jsonb_build_object(
            'failures', failures, 'isPaused', coalesce(paused_until > ${at}, false))), '{}')
          from sign_in_count where key = any(${keys}) and forgotten_at > ${at}) as counts
      from (values (1)) as asked left join staff on staff.email = ${email}
    `.execute(db)
    return rows[0] ?? { staffId: null, passwordSetAt: null, places: [], counts: {} }
  }

  /** Whether somebody signed in there, and what failed at its address. */
  async function lookAtPlace({ device }: Origin, key: string) {
    const { rows } = await sql<{ isKnown: boolean; failures: number }>`
      select exists (select from sign_in_place where place = ${device} and last_at > ${knownSince()}) as "isKnown",
        coalesce((select failures from sign_in_count where key = ${key} and forgotten_at > ${clock()}), 0) as failures
    `.execute(db)
    return rows[0] ?? { isKnown: false, failures: 0 }
  }

  async function pauseOf(count: Count, { staffId, origin }: Attempt): Promise<number | null> {
    const { key, free, of, account = null, address = null } = count
    const at = clock()
    const heard =
      of === 'place'
        ? sql`hear_at_place(${at}, ${key}, ${free}, ${origin.ip})`
        : sql`hear_attempt(${at}, ${key}, ${free}, ${account}, ${address}, ${staffId}, ${origin.ip})`
    const { rows } = await sql<{ until: string | null }>`select ${heard} as until`.execute(db)
    const until = rows[0]?.until
    return until ? Math.max(1, Math.ceil((Date.parse(until) - at.getTime()) / 1000)) : null
  }

  const debts = settlingLater<Attempt, Verdict>((attempt, verdict) => settle(attempt, verdict))

  async function hear(attempt: Attempt) {
    if (attempt.isHeard) return
    const { counts } = attempt
    // Attempts that were only counted because the database was in trouble must not pause anyone.
    const isSame = (other: Attempt) => other.counts.some(({ key }) => counts.some((one) => one.key === key))
    await debts.settleNow(isSame)
    for (const [place, count] of counts.entries()) {
      const pause = await pauseOf(count, attempt).catch((error: unknown) => {
        debts.add({ ...attempt, counts: counts.slice(0, place) }, 'other')
        throw error
      })
      if (pause === null) continue
      for (const heard of counts.slice(0, place)) await forgive(heard, false)
      throw pausedFor(pause)
    }
    attempt.isHeard = true
  }

  const attemptAt = (origin: Origin, counts: Count[]): Attempt => ({
    staffId: null,
    passwordSetAt: null,
    origin,
    line: 'new',
    counts,
    isHeard: false,
  })
  const counted = (origin: Origin, key: string, free: number | null = freeLinks) =>
    attemptAt(origin, [{ key, free, counted: 'failures', of: 'place' }])
  const byAddress = (kind: string, origin: Origin) => counted(origin, keyOf(kind, origin.address))

  async function forgive({ key, account, address }: Count, whole: boolean): Promise<Earlier | null> {
    const { rows } = await sql<Earlier>`
      select coalesce(failures, 0) as failures, coalesce(refused, 0) as refused
      from forgive_attempt(${key}, ${account ?? null}, ${address ?? null}, ${whole})
    `.execute(db)
    return rows[0] ?? null
  }

  /** Removes each count from the attempt once it is settled, so that after a failure it can resume where it stopped. */
  async function settle({ counts, origin }: Attempt, verdict: Verdict): Promise<Earlier | null> {
    let earlier: Earlier | null = null
    const kept = keptOf(verdict)
    for (let [count] = counts; count; [count] = counts) {
      const startsAfresh = kept === 'successes' && count.of === 'account'
      if (count.counted !== kept) earlier = await forgive(count, startsAfresh)
      counts.shift()
    }
    if (typeof verdict === 'object') await know(verdict.staffId, origin)
    return earlier
  }

  async function count<Result>(
    attempt: Attempt,
    act: () => Promise<Result>,
    judge: (result: Result) => Verdict,
  ): Promise<{ result: Result; earlier: Earlier | null }> {
    await hear(attempt)
    const result = await act().catch(async (error: unknown) => {
      // If the database is in trouble, waiting for it again would double the wait.
      if (troubleOf(error)) debts.add(attempt, 'other')
      else await settle(attempt, 'other').catch(() => debts.add(attempt, 'other'))
      throw error
    })
    const verdict = judge(result)
    try {
      return { result, earlier: await settle(attempt, verdict) }
    } catch (error) {
      if (!troubleOf(error)) throw error
      debts.add(attempt, verdict)
      return { result, earlier: null }
    }
  }

  async function know(staffId: string, { address, device }: Origin) {
    await db
      .insertInto('sign_in_place')
      .values([address, device].map((place) => ({ staff_id: staffId, place, last_at: clock() })))
      .onConflict((known) => known.columns(['staff_id', 'place']).doUpdateSet({ last_at: clock() }))
      .execute()
  }

  /** Never forgiven: the mail is asked for. */
  async function hearAsked(kind: string, origin: Origin, free: number) {
    const key = keyOf(kind, origin.address)
    const { isKnown } = await lookAtPlace(origin, key)
    await hear(counted(origin, isKnown ? keyOf(kind, origin.device) : key, free))
  }

  const accountsMade = (origin: Origin): Count => ({
    key: keyOf('signed-up', origin.address),
    free: freeAccounts,
    counted: 'successes',
    of: 'place',
  })

  return {
    async toSignIn(typed, origin) {
      const email = typed.trim().toLowerCase()
      const account = keyOf('account', email)
      const address = keyOf('address', origin.address)
      const byDevice = keyOf('sign-in', email, origin.device)
      const byAddress = keyOf('sign-in', email, origin.address)
      const known = await look(email, origin, [byDevice, byAddress, account, address])
      const { staffId, passwordSetAt, places, counts } = known
      const failures = (key: string) => counts[key]?.failures ?? 0
      const isOwnDevice = places.includes(origin.device)
      const isKnown = isOwnDevice || places.includes(origin.address)
      const key = isOwnDevice ? byDevice : byAddress
      const isDoubtful =
        failures(key) > 0 || (!isKnown && Math.max(failures(account), failures(address)) >= doubtful)
      const attempt: Attempt = {
        staffId,
        passwordSetAt,
        origin,
        // Nobody else can fail in the owner's browser.
        line: isOwnDevice ? 'known' : isDoubtful ? 'doubtful' : isKnown ? 'known' : 'new',
        counts: [
          {
            key,
            free: freeSignIns,
            counted: 'failures',
            of: 'account',
            ...(!isKnown && { account, address }),
          },
        ],
        isHeard: false,
      }
      // Refused at once; everything else is heard in its turn, so that a hundred attempts at once can't all pass here.
      if (counts[key]?.isPaused || (!isKnown && counts[account]?.isPaused)) await hear(attempt)
      return attempt
    },

    toSignUp: (origin) =>
      attemptAt(origin, [
        { key: keyOf('sign-up', origin.address), free: freeSignUps, counted: 'failures', of: 'place' },
        { key: keyOf('taken', origin.address), free: freeTaken, counted: 'taken', of: 'place' },
        accountsMade(origin),
      ]),

    toConfirmSignUp: (token, origin) =>
      attemptAt(origin, [
        { key: keyOf('sign-up-password', token), free: freeSignIns, counted: 'failures', of: 'place' },
        accountsMade(origin),
      ]),

    toReset: (token, origin) => counted(origin, keyOf('new-password', token)),

    toOpenClosedLink: (kind, origin) => hear(byAddress(kind, origin)),

    toAskForMail: (origin) => hearAsked('mail', origin, freeLinks),
    toAskToSignUp: (origin) => hearAsked('sign-up-mail', origin, freeSignUpMails),

    async signOn(origin, isGone, act, judge) {
      const key = keyOf('sign-on', origin.address)
      const { isKnown, failures } = await lookAtPlace(origin, key)
      const line = isKnown ? 'known' : failures >= doubtful ? 'doubtful' : 'new'
      const result = await signOnTurns.take(line, isGone, act)
      const verdict = judge(result)
      if (verdict === 'failure') await hear(counted(origin, key, null))
      if (typeof verdict === 'object') await know(verdict.staffId, origin)
      return result
    },

    know,

    async leavesEntry(kind, origin) {
      try {
        await hear(byAddress(kind, origin))
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },

    make: (attempt, isGone, act, judge) => turns.take(attempt.line, isGone, () => count(attempt, act, judge)),
  }
}

/** The count that a verdict leaves. */
function keptOf(verdict: Verdict): Count['counted'] | null {
  if (typeof verdict === 'object' || verdict === 'proven') return 'successes'
  return verdict === 'failure' ? 'failures' : verdict === 'taken' ? 'taken' : null
}

export const deleteSpentCounts: Job = {
  name: 'delete-spent-sign-in-counts',
  every: '20 * * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const at = clock()
      // Attempts that were not looked at are recorded in one entry for each account and address.
      const { rows } = await sql<{ deleted: number }>`
        with spent as (
          delete from sign_in_count where forgotten_at < ${at} and key in (
            select key from sign_in_count where forgotten_at < ${at} order by forgotten_at limit ${batchSize})
          returning *
        ), told as (
          insert into audit_entry (at, action, subject_id, address, changes, outcome)
          select ${at}, case split_part(key, ':', 1) when 'sign-up' then 'signUp' when 'signed-up' then 'signUp'
            when 'taken' then 'signUp' when 'sign-up-link' then 'signUp' when 'sign-up-password' then 'signUp'
            when 'sign-up-mail' then 'askToSignUp'
            when 'reset' then 'resetPassword' when 'new-password' then 'resetPassword' when 'confirm' then 'confirmEmail'
            when 'mail' then 'askForReset' else 'signIn' end, staff_id, address,
            jsonb_build_object('refused', sum(refused)), 'too_many_requests'
          from spent where refused > 0 group by 2, 3, 4
        )
        select count(*) as deleted from spent
      `.execute(db)
      return rows[0]?.deleted ?? 0
    }),
}

export const forgetOldPlaces: Job = {
  name: 'forget-old-sign-in-places',
  every: '25 3 * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const before = new Date(clock().getTime() - knownForDays * 86_400_000)
      const { numAffectedRows } = await sql`
        delete from sign_in_place where (staff_id, place) in (
          select staff_id, place from sign_in_place where last_at < ${before} order by last_at limit ${batchSize})
          and last_at < ${before}
      `.execute(db)
      return Number(numAffectedRows ?? 0)
    }),
}
