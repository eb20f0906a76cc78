import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AskReset, ConfirmEmail, ResetPassword } from '../../../../contract/people/sign-in.ts'
import { invalidField, Refusal } from '../../http/errors.ts'
import type { LinkKind } from '../../mail/outbox.ts'
import { leaveEntry } from '../../trail/write.ts'
import { originOf } from '../attempt-origin.ts'
import type { Attempts } from '../attempts.ts'
import { entryOf, ownEntry, type Said } from '../audit-entries.ts'
import { hashPassword, refuseEasyPassword, setPassword } from '../passwords.ts'
import { tokenHash } from '../token-hash.ts'
import { openLink, useLink } from './account-links.ts'

/** The ways in that a link opens: a forgotten password, and an e-mail that is confirmed. */
export function serveLinks(app: FastifyInstance, attempts: Attempts, publicUrl: string | undefined) {
  const { db, audit, clock, hospital, sessions, outbox } = app.lantern
  const isSecure = publicUrl?.startsWith('https:') ?? false

  function open<Body extends z.ZodType>(
    url: string,
    body: Body,
    act: (body: z.output<Body>, request: FastifyRequest, reply: FastifyReply) => Promise<object>,
  ) {
    app.post(url, { schema: { hide: true, body } }, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      return act(request.body as z.output<Body>, request, reply)
    })
  }

  // Answered alike, and after the same work, whether there is such an account or not.
  open('/api/auth/forgotten-password', AskReset, async ({ email }, request) => {
    if (!outbox.sends) {
      throw new Refusal('not_found', 'Lantern sends no e-mail here. Ask an administrator for a reset link.')
    }
    await attempts.toAskForMail(originOf(request, isSecure))
    await outbox.ask(db, 'reset', email)
    const aimedAt = await db
      .selectFrom('staff')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    note(request, { action: 'askForReset', subjectId: aimedAt?.id ?? null })
    outbox.hurry()
    return { isAsked: true }
  })

  open('/api/auth/new-password', ResetPassword, async ({ token, password }, request, reply) => {
    const link = { kind: 'reset', token, now: clock() } as const
    const owner = await openLink(db, link)
    // Without a valid link no password is hashed, which is costly.
    if (!owner) throw await closed(request, 'resetPassword', link)
    await refuseEasyPassword(password, [owner.email, owner.name, (await hospital.read()).name], (why) =>
      invalidField('password', why),
    )
    const { result: isReset } = await attempts.make(
      attempts.toReset(token, originOf(request, isSecure)),
      () => reply.raw.destroyed,
      async () => {
        const hash = await hashPassword(password)
        return db.transaction().execute(async (trx) => {
          if (!(await useLink(trx, link))) return false
          await setPassword(trx, owner.staffId, hash)
          await trx.deleteFrom('session').where('staff_id', '=', owner.staffId).execute()
          await leaveEntry(trx, ownEntry(request, owner.staffId, 'resetPassword', clock()))
          return true
        })
      },
      (isReset) => (isReset ? 'other' : 'failure'),
    )
    if (!isReset) throw await closed(request, 'resetPassword', link)
    sessions.forget(owner.staffId)
    return { isReset: true }
  })

  open('/api/auth/confirmed-email', ConfirmEmail, async ({ token }, request) => {
    const link = { kind: 'confirm', token, now: clock() } as const
    const owner = await openLink(db, link)
    const isConfirmed =
      owner !== undefined &&
      (await db.transaction().execute(async (trx) => {
        if (!(await useLink(trx, link))) return false
        await trx
          .updateTable('staff')
          .set({ email_verified: true, updated_at: sql`now()` })
          .where('id', '=', owner.staffId)
          .execute()
        await leaveEntry(trx, ownEntry(request, owner.staffId, 'confirmEmail', clock()))
        return true
      }))
    if (!isConfirmed) throw await closed(request, 'confirmEmail', link)
    sessions.forget(owner.staffId)
    return { isConfirmed: true }
  })

  /** Records the use of an invalid link, with the account that it was for. @throws Refusal */
  async function closed(request: FastifyRequest, action: string, link: { kind: LinkKind; token: string }) {
    await attempts.toOpenClosedLink(link.kind, originOf(request, isSecure))
    const aimedAt = await db
      .selectFrom('account_link')
      .select('staff_id')
      .where('token_hash', '=', tokenHash(link.token))
      .executeTakeFirst()
    note(request, { action, subjectId: aimedAt?.staff_id ?? null, outcome: 'link_closed' })
    return new Refusal('link_closed', `This link was used, or has expired. ${again[link.kind]}`)
  }

  function note(request: FastifyRequest, said: Said) {
    audit.note(entryOf(request, clock(), said))
  }
}

const again: Record<LinkKind, string> = {
  reset: 'Ask for another, or ask an administrator for one.',
  confirm: 'Sign in to have another sent, under Settings.',
}
