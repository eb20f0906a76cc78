import { sql } from 'kysely'
import type { z } from 'zod'
import { largestPage } from '../../../contract/api/page.ts'
import {
  type Invitation,
  invitationDays,
  invite,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from '../../../contract/people/invitations.ts'
import { isBuiltIn } from '../../../contract/permissions.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { offeredRolesOf, ownRolesIn } from '../../ground/http/session.ts'
import { found } from '../../ground/records/record.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'
import { invitationLetter } from './letter.ts'

const columns = sql`
  invitation.id, ${offeredRolesOf('invitation')} as "offeredRoles", invitation.first_name as "firstName",
  invitation.last_name as "lastName", invitation.email, invitation.is_mailed as "isMailed",
  iso(invitation.mailed_at) as "mailedAt", maker.name as "madeBy",
  invitation.expires_at as "expiresAt"`

const gone = { gone: 'This invitation was used or withdrawn already.' }

export const invitations = {
  routes(app) {
    serve(app, listInvitations, async ({ db }) => {
      const { rows } = await sql<Invitation & { total: number }>`
        select ${columns}, (count(*) over ())::int as total
        from invitation join staff maker on maker.id = made_by
        where is_open(invitation) order by invitation.created_at desc limit ${largestPage}
      `.execute(db)
      return { items: rows, total: rows[0]?.total ?? 0 }
    })

    serve(app, invite, async ({ create, body, staff, now }) => {
      const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000)
      const { outbox } = app.lantern
      const isMailed = outbox.sends && body.email !== null
      const made = await create(newInvitation({ ...body, isMailed, madeBy: staff.id, expiresAt, now }))
      if (isMailed) outbox.hurry()
      return made
    })

    serve(app, withdrawInvitation, async ({ trx, params, audit }) => {
      const { rows } = await sql<{ id: string; offeredRoles: string[] }>`
        update invitation set withdrawn_at = now()
        where id = ${params.id} and used_at is null and withdrawn_at is null
        returning id, ${offeredRolesOf('invitation')} as "offeredRoles"
      `.execute(trx)
      const { id, offeredRoles: withdrawn } = found(gone, rows[0])
      audit.changes = { withdrawn }
      return { id }
    })

    serve(app, readInvitation, async ({ db, body }) => {
      const { rows } = await sql<Offer>`
        select ${offeredRolesOf('invitation')} as "offeredRoles", ${ownRolesIn(sql`own_offered_roles`)} as "ownRoles", first_name as "firstName", last_name as "lastName", email
        from invitation where token_hash = ${tokenHash(body.token)} and is_open(invitation)
      `.execute(db)
      return rows[0] ?? { offeredRoles: [], ownRoles: [], firstName: null, lastName: null, email: null }
    })
  },
  letters: { invitation: invitationLetter },
  live: { stale: { invitations: { invitation: always, staff: always } } },
  constraints: {
    invitation_token_once: {
      code: 'invitation_closed',
      detail: 'This invitation was made before. Make another.',
    },
  },
} satisfies Noun

type Offer = z.output<typeof readInvitation.reply>

function newInvitation(of: {
  token: string
  offeredRoles: readonly string[]
  firstName: string | null
  lastName: string | null
  email: string | null
  isMailed: boolean
  now: Date
  madeBy: string
  expiresAt: Date
}): NewRecord<Invitation> {
  return {
    writes: sql`
      added as (
        insert into invitation (token_hash, offered_roles, own_offered_roles, first_name, last_name, email, is_mailed, made_by, expires_at)
        values (${tokenHash(of.token)}, ${of.offeredRoles.filter(isBuiltIn)}::text[]::role_name[],
          ${of.offeredRoles.filter((name) => !isBuiltIn(name))}::text[], ${of.firstName}, ${of.lastName},
          ${of.email}, ${of.isMailed}, ${of.madeBy}, ${of.expiresAt})
        returning *
      ), asked as (
        insert into mail (kind, staff_id, invitation_id, asked_at, try_at)
        select 'invitation', made_by, id, ${of.now}, ${of.now} from added where is_mailed
      )`,
    select: sql<Invitation>`select ${columns} from added as invitation join staff maker on maker.id = made_by`,
    patient: null,
    moments: ['expiresAt'],
    changes: sql`jsonb_build_object('offeredRoles', made."offeredRoles") || jsonb_strip_nulls(jsonb_build_object('email', made.email))`,
  }
}
