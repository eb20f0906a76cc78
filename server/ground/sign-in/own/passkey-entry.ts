import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { PasskeyAnswer } from '../../../../contract/people/sign-in.ts'
import type { Passkeys } from './passkeys.ts'

/** A way in for Better Auth: a passkey's answer begins a session as a password does. */
export function passkeyEntry(passkeys: Passkeys, originHeader: string) {
  return {
    id: 'lantern-passkey',
    endpoints: {
      signInPasskey: createAuthEndpoint(
        '/sign-in/passkey',
        { method: 'POST', body: PasskeyAnswer },
        async (context) => {
          const origin = context.headers?.get(originHeader) ?? ''
          const staffId = await passkeys.signedBy(context.body, 'sign-in', origin)
          const { internalAdapter } = context.context
          const user = staffId && (await internalAdapter.findUserById(staffId))
          if (!user) {
            throw new APIError('UNAUTHORIZED', {
              code: 'INVALID_PASSKEY',
              message: 'This passkey opens no account here. Sign in with your password.',
            })
          }
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(context, { session, user })
          return context.json({ user: { id: user.id } })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
