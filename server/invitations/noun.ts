import { sql } from 'kysely'
import { largestPage } from '../../contract/api/page.ts'
import type { Role } from '../../contract/permissions.ts'
import {
  type Invitation,
  invitationDays,
  invite,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from '../../contract/staff/invitations.ts'
import { always } from '../http/live-noun.ts'
import type { NewRecord } from '../http/new-record.ts'
import type { Noun } from '../http/noun.ts'
import { serve } from '../http/serve.ts'
import { found } from '../records/record.ts'
import { tokenHash } from '../sign-in/token-hash.ts'

const columns = sql`
  invitation.id, invitation.offered_roles::text[] as "offeredRoles", maker.name as "madeBy",
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
      return create(newInvitation({ ...body, madeBy: staff.id, expiresAt }))
    })

    serve(app, withdrawInvitation, async ({ trx, params, audit }) => {
      const { rows } = await sql<{ id: string; offeredRoles: Role[] }>`
        update invitation set withdrawn_at = now()
        where id = ${params.id} and used_at is null and withdrawn_at is null
        returning id, offered_roles::text[] as "offeredRoles"
      `.execute(trx)
      const { id, offeredRoles } = found(gone, rows[0])
      audit.changes = { withdrawn: offeredRoles }
      return { id }
    })

    serve(app, readInvitation, async ({ db, body }) => {
      const { rows } = await sql<{ offeredRoles: Role[] }>`
        select offered_roles::text[] as "offeredRoles" from invitation
        where token_hash = ${tokenHash(body.token)} and is_open(invitation)
      `.execute(db)
      return { offeredRoles: rows[0]?.offeredRoles ?? [] }
    })
  },
  live: { stale: { invitations: { invitation: always, staff: always } } },
  constraints: {
    invitation_token_once: {
      code: 'invitation_closed',
      detail: 'This invitation was made before. Make another.',
    },
  },
} satisfies Noun

function newInvitation(of: {
  token: string
  offeredRoles: readonly Role[]
  madeBy: string
  expiresAt: Date
}): NewRecord<Invitation> {
  return {
    writes: sql`
      added as (
        insert into invitation (token_hash, offered_roles, made_by, expires_at)
        values (${tokenHash(of.token)}, ${of.offeredRoles}::text[]::role_name[], ${of.madeBy}, ${of.expiresAt})
        returning *
      )`,
    select: sql<Invitation>`select ${columns} from added as invitation join staff maker on maker.id = made_by`,
    patient: null,
    moments: ['expiresAt'],
    changes: sql`jsonb_build_object('offeredRoles', made."offeredRoles")`,
  }
}
