import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Opens a session of Better Auth for somebody who was let in otherwise than by a password. Only this process can ask for
 * that: it has no address.
 */
export const openingSessions = {
  id: 'lantern-opening-sessions',
  endpoints: {
    openSession: createAuthEndpoint(
      { method: 'POST', body: z.object({ staffId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.staffId)
        const session = user && (await internalAdapter.createSession(user.id))
        if (!session) throw new APIError('UNAUTHORIZED')
        await setSessionCookie(context, { session, user })
        return context.json({ user: { id: user.id } })
      },
    ),
  },
} satisfies BetterAuthPlugin
