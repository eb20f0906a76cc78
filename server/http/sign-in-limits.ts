import { APIError } from 'better-auth/api'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

export interface SignInLimits {
  /** Refuses with 429 while the account or the address has failed too often. */
  refuseTooMany(email: string, address: string): Promise<void>
  countFailure(email: string, address: string): Promise<void>
  /** After a successful sign-in; the address's count stays, or one good account would hide attacks on others. */
  forgetFailures(email: string): Promise<void>
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

  return {
    async refuseTooMany(email, address) {
      const [account, from] = await Promise.all([byAccount.get(accountKey(email)), byAddress.get(address)])
      if (account && account.consumedPoints >= accountFailures.points) throw tooMany(account.msBeforeNext)
      if (from && from.consumedPoints >= addressFailures.points) throw tooMany(from.msBeforeNext)
    },
    async countFailure(email, address) {
      await Promise.all([byAccount.penalty(accountKey(email)), byAddress.penalty(address)])
    },
    async forgetFailures(email) {
      await byAccount.delete(accountKey(email))
    },
    async countSignUp(address) {
      try {
        await signUps.consume(address)
      } catch (reached) {
        if (reached instanceof RateLimiterRes) throw tooMany(reached.msBeforeNext)
        throw reached
      }
    },
  }
}

function tooMany(millis: number) {
  const minutes = Math.max(1, Math.ceil(millis / 60_000))
  return new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_REQUESTS',
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  })
}
