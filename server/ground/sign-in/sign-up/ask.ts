import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignUp } from '../../../../contract/people/sign-in.ts'
import { invalidField } from '../../http/errors.ts'
import type { Lantern } from '../../http/request-context.ts'
import { originOf } from '../attempt-origin.ts'
import type { Attempts } from '../attempts.ts'
import { entryOf } from '../audit-entries.ts'
import { hashPassword, refuseEasyPassword } from '../passwords.ts'

/** Keeps sign-ups until their e-mail address is confirmed (record 80). */
export function askingToSignUp(
  { db, audit, clock, hospital, outbox }: Lantern,
  { attempts, isSecure }: { attempts: Attempts; isSecure: boolean },
) {
  /** Answers alike, and after the same work, whether an account has the address or not. @throws Refusal */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<{ isAsked: true }> => {
    const { firstName, lastName, password, ...typed } = request.body as SignUp
    const email = typed.email.toLowerCase()
    const { name: hospitalName } = await hospital.read()
    await refuseEasyPassword(password, [email, firstName, lastName, hospitalName], (why) =>
      invalidField('password', why),
    )
    const origin = originOf(request, isSecure)
    await attempts.toAskToSignUp(origin)
    await attempts.make(
      attempts.toSignUp(origin),
      () => reply.raw.destroyed,
      async () =>
        outbox.askForSignUp(db, { email, firstName, lastName, passwordHash: await hashPassword(password) }),
      () => 'other',
    )
    const aimedAt = await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst()
    audit.note(entryOf(request, clock(), { action: 'askToSignUp', subjectId: aimedAt?.id ?? null }))
    outbox.hurry()
    return { isAsked: true }
  }
}
