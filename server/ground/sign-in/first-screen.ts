import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { troubleOf } from '../db/trouble.ts'
import type { Auth } from './auth.ts'
import { tellHiddenFailures } from './hidden-failures.ts'
import { hasSession } from './serve-auth.ts'

/**
 * Where Lantern's own address leads: somebody who is signed in, to the dashboard; the first visitor of an empty
 * hospital, to setting it up. Everybody else stays (null). Visitors cost no statement once somebody has an account.
 */
export function createWayOn({ db, auth }: { db: Database; auth: Auth }) {
  let hasAccounts = false

  async function isFirst(): Promise<boolean> {
    if (hasAccounts) return false
    const someone = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()
    hasAccounts = someone !== undefined
    return !hasAccounts
  }

  async function isSignedIn({ headers }: FastifyRequest): Promise<boolean> {
    const session = await tellHiddenFailures(() =>
      auth.api.getSession({
        headers: new Headers({ cookie: headers.cookie ?? '' }),
        query: { disableRefresh: true },
      }),
    )
    return session !== null
  }

  return async (request: FastifyRequest): Promise<string | null> => {
    const isKnown = hasSession(request)
    try {
      if (isKnown && (await isSignedIn(request))) return '/dashboard'
      return (await isFirst()) ? '/sign-up' : null
    } catch (error) {
      if (!troubleOf(error)) throw error
      // The screens say that the database is away, and go on once it is back; a visitor need not hear of it.
      return isKnown ? '/dashboard' : null
    }
  }
}
