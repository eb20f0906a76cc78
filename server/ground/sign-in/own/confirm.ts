import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidField, Refusal } from '../../http/errors.ts'
import type { Lantern } from '../../http/request-context.ts'
import { originOf } from '../attempt-origin.ts'
import type { Attempts } from '../attempts.ts'
import { ownEntry } from '../audit-entries.ts'
import { passwordAccount, passwordVerifier } from '../passwords.ts'

/** The account, and what is to be done about it. */
interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  own: { id: string; email: string }
  body: { password: string }
}

/**
 * Asks for the password before anything that affects signing in: a screen left open must not let somebody else take the
 * account. Failures count as those of a sign-in. Without a password, single sign-on is the way in, and the refusal
 * explains how to get one.
 */
export function confirming(
  { db, audit, clock }: Pick<Lantern, 'db' | 'audit' | 'clock'>,
  { attempts, isSecure }: { attempts: Attempts; isSecure: boolean },
) {
  const verify = passwordVerifier(db)

  /** @throws Refusal */
  return async ({ request, reply, own, body }: Asked, action: string): Promise<void> => {
    const hash = (await passwordAccount(db, own.id))?.password
    if (!hash) {
      throw new Refusal('conflict', 'You have no password here. Ask an administrator for a link to set one.')
    }
    const attempt = await attempts.toSignIn(own.email, originOf(request, isSecure))
    const { result: isRight } = await attempts.make(
      attempt,
      () => reply.raw.destroyed,
      () => verify({ hash, password: body.password }),
      (right) => (right ? { staffId: own.id } : 'failure'),
    )
    if (isRight) return
    audit.note({ ...ownEntry(request, own.id, action, clock()), outcome: 'wrong_password' })
    throw invalidField('password', 'This password is wrong.')
  }
}
