import { APIError } from 'better-auth/api'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'

export interface SignInLimits {
  /**
   * Counts an attempt before it is made, so that a hundred guesses at once are a hundred guesses. Refuses with 429
   * while the account or the address has failed too often.
   */
  countSignIn(email: string, address: string): Promise<void>
  /** After a success: the account starts afresh; the address keeps its failures, or one good account would hide attacks on others. */
  forgiveSignIn(email: string, address: string): Promise<void>
  countSignUp(address: string): Promise<void>
}

const accountFailures = { points: 10, duration: 5 * 60 }
const addressFailures = { points: 60, duration: 5 * 60 }
const addressSignUps = { points: 60, duration: 60 * 60 }

/** Counts are kept in the database, so that they hold over all server processes and restarts. */
export function signInLimits(pool: pg.Pool): SignInLimits {
  const shared = {
    storeClient: pool,
    storeType: 'pool',
    tableName: 'sign_in_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
  }
  const byAccount = new RateLimiterPostgres({ ...shared, ...accountFailures, keyPrefix: 'account' })
  const byAddress = new RateLimiterPostgres({ ...shared, ...addressFailures, keyPrefix: 'address' })
  const signUps = new RateLimiterPostgres({ ...shared, ...addressSignUps, keyPrefix: 'sign-up' })
  const accountKey = (email: string) => email.trim().toLowerCase().slice(0, 200)

  async function count(limiter: RateLimiterPostgres, key: string) {
    try {
      await limiter.consume(key)
    } catch (reached) {
      throw reached instanceof RateLimiterRes ? tooMany(reached.msBeforeNext) : reached
    }
  }

  return {
    async countSignIn(email, address) {
      // In this order a locked account that somebody keeps trying does not lock out its whole ward.
      await count(byAccount, accountKey(email))
      await count(byAddress, address)
    },
    async forgiveSignIn(email, address) {
      await Promise.all([byAccount.delete(accountKey(email)), byAddress.reward(address)])
    },
    countSignUp: (address) => count(signUps, address),
  }
}

function tooMany(millis: number) {
  const minutes = Math.max(1, Math.ceil(millis / 60_000))
  return new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_MANY_REQUESTS',
      message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    },
    { 'retry-after': String(Math.ceil(millis / 1000)) },
  )
}

export const deleteSpentCounts: Job = {
  name: 'delete-spent-sign-in-counts',
  // The longest of them counts for an hour.
  every: '20 * * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const spent = db
        .selectFrom('sign_in_limit')
        .select('key')
        .where('expire', '<', clock().getTime())
        .limit(batchSize)
      const deleted = await db
        .deleteFrom('sign_in_limit')
        .where('key', 'in', spent)
        // Between the two looks it may have begun to count again.
        .where('expire', '<', clock().getTime())
        .executeTakeFirst()
      return Number(deleted.numDeletedRows)
    }),
}
