import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidField } from '../../http/errors.ts'
import type { Lantern } from '../../http/serve.ts'
import type { Attempts } from '../attempts.ts'
import { ownEntry } from '../entry.ts'
import { passwordAccount, passwordVerifier } from '../passwords.ts'
import { originOf } from '../places.ts'

/** Whose account it is, and what is to be done about it. */
interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  own: { id: string; email: string }
  body: { password: string }
}

/**
 * Asks for the password before what affects signing in: a screen that somebody left open must not become their account.
 * Failures count as those of a sign-in do. Whoever has no password has nothing of that to do: they are linked to the
 * hospital's sign-on already, which is their only way in, and add no other without a password.
 */
export function confirming(
  { db, audit, clock }: Pick<Lantern, 'db' | 'audit' | 'clock'>,
  { attempts, isSecure }: { attempts: Attempts; isSecure: boolean },
) {
  const verify = passwordVerifier(db)

  async function isOwnPassword(staffId: string, password: string): Promise<boolean> {
    const kept = await passwordAccount(db, staffId)
    return kept?.password ? verify({ hash: kept.password, password }) : false
  }

  /** @throws Refusal */
  return async ({ request, reply, own, body }: Asked, action: string): Promise<void> => {
    const attempt = await attempts.toSignIn(own.email, originOf(request, isSecure))
    const { result: isRight } = await attempts.make(
      attempt,
      () => reply.raw.destroyed,
      () => isOwnPassword(own.id, body.password),
      (right) => (right ? { staffId: own.id } : 'failure'),
    )
    if (isRight) return
    audit.note({ ...ownEntry(request, own.id, action, clock()), outcome: 'wrong_password' })
    throw invalidField('password', 'This password is wrong.')
  }
}
