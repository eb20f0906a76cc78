import { sql } from 'kysely'
import {
  askConfirmation,
  giveResetLink,
  type ResetLink,
  resetMinutes,
} from '../../../contract/people/account-links.ts'
import { readOwnSignOn } from '../../../contract/people/sign-on.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { deleteOldLinks } from '../../ground/sign-in/links/account-links.ts'
import { linkLetter } from '../../ground/sign-in/links/letters.ts'
import { signUpLetter } from '../../ground/sign-in/sign-up/letter.ts'
import { deleteOldSignUps } from '../../ground/sign-in/sign-up/pending-sign-ups.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'

/** Links into an account that are asked for by somebody who is signed in; the others are ways of signing in. */
export const accountLinks = {
  routes(app) {
    serve(app, giveResetLink, async ({ transact, params, body, staff, now }) =>
      transact(async (trx, audit) => {
        audit.subjectId = params.id
        if (params.id === staff.id) {
          throw new Refusal('own_account', 'Change your own password under Settings.')
        }
        const member = await trx
          .selectFrom('staff')
          .select(['email', 'active'])
          .where('id', '=', params.id)
          .executeTakeFirst()
        const { email, active } = found({ gone: 'This account does not exist.' }, member)
        if (!active) {
          throw new Refusal('account_deactivated', 'This account is deactivated. Reactivate it first.')
        }
        const expiresAt = new Date(now.getTime() + resetMinutes * 60_000)
        const { rows } = await sql<ResetLink>`
          insert into account_link (kind, staff_id, token_hash, email, made_by, expires_at, created_at)
          values ('reset', ${params.id}, ${tokenHash(body.token)}, ${email}, ${staff.id}, ${expiresAt}, ${now})
          returning id, iso(expires_at) as "expiresAt"
        `.execute(trx)
        audit.changes = { expiresAt: expiresAt.toISOString() }
        return found({ gone: 'This account does not exist.' }, rows[0])
      }),
    )

    serve(app, readOwnSignOn, async ({ db, staff }) => {
      const { signOn } = app.lantern
      // A link to a provider that the hospital had before opens nothing any more.
      const link =
        signOn &&
        (await db
          .selectFrom('account')
          .select('id')
          .where('staff_id', '=', staff.id)
          .where('provider_id', '=', signOn.issuer)
          .executeTakeFirst())
      return { isLinked: Boolean(link) }
    })

    serve(app, askConfirmation, async ({ trx, staff, body, audit, afterCommit }) => {
      if (body.email !== staff.email) {
        throw invalidField('email', 'This is not the e-mail of your account.')
      }
      const { outbox } = app.lantern
      afterCommit(outbox.hurry)
      const isOnItsWay = await outbox.ask(trx, 'confirm', staff.email)
      audit.subjectId = staff.id
      audit.changes = { isOnItsWay }
      return { isOnItsWay }
    })
  },
  constraints: {
    account_link_token_once: {
      code: 'link_closed',
      detail: 'This link was made before. Make another.',
    },
  },
  jobs: [deleteOldLinks, deleteOldSignUps],
  letters: { reset: linkLetter('reset'), confirm: linkLetter('confirm'), sign_up: signUpLetter },
} satisfies Noun
