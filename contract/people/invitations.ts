import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment, optionalEmail, optionalText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { RoleWords, roleList } from './role-names.ts'

export const errors = {
  invitation_closed: 409,
  invitation_needed: 403,
} as const

export const scopes = {
  invitations: { summary: 'The invitations that can still be used', permission: 'staff.manage' },
} as const satisfies Record<string, ScopeKind>

/** Days for which an invitation can be used. */
export const invitationDays = 7

/**
 * 32 random bytes, base64url. The inviting browser makes it, so that the server never sends it and stores only its
 * hash.
 */
export const InvitationToken = z.string().regex(/^[\w-]{43}$/, 'Open the link of the invitation again')

/** The invited person's details, as far as they are known. */
const invited = {
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
}

export const Invitation = z.object({
  id: z.string(),
  offeredRoles: z.array(z.string()),
  ...invited,
  /** Whether the link is e-mailed, and when the mail server took it. */
  isMailed: z.boolean(),
  mailedAt: Moment.nullable(),
  /** The name of the administrator who made it. */
  madeBy: z.string(),
  expiresAt: Moment,
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'The newest invitations that can still be used, and how many there are in all',
  method: 'GET',
  path: '/invitations',
  permission: 'staff.manage',
  kind: 'read',
  reply: z.object({ items: z.array(Invitation), total: z.number().int() }),
})

export const invite = endpoint({
  name: 'invite',
  summary: 'Invite someone who signs up with the token to choose among roles',
  method: 'POST',
  path: '/invitations',
  permission: 'staff.manage',
  kind: 'create',
  body: z.strictObject({
    token: InvitationToken,
    offeredRoles: roleList.refine((chosen) => chosen.length > 0, 'Choose at least one role'),
    firstName: optionalText(100),
    lastName: optionalText(100),
    /** The link goes there by mail where the hospital sends mails, as another one: `token` then opens nothing. */
    email: optionalEmail,
  }),
  reply: Invitation,
  errors: ['invitation_closed'],
})

export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation that no one has used',
  method: 'DELETE',
  path: '/invitations/{id}',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

/**
 * For the page to sign up on: it says which roles are offered, before anybody has an account. The token is sent in a body,
 * because addresses are logged.
 */
export const readInvitation = endpoint({
  name: 'readInvitation',
  summary: 'What an invitation offers and to whom, by its token; nothing when it can’t be used',
  method: 'POST',
  path: '/invitations/offer',
  permission: 'public',
  kind: 'read',
  body: z.strictObject({ token: InvitationToken }),
  reply: z.object({
    offeredRoles: z.array(z.string()),
    /** Those of them that are the hospital's own. */
    ownRoles: z.array(RoleWords),
    ...invited,
  }),
})

export const auditWords = {
  invite: 'invited a colleague',
  withdrawInvitation: 'withdrew an invitation',
}
