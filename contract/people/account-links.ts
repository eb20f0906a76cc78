import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment, requiredText } from '../api/fields.ts'
import { InvitationToken } from './invitations.ts'

/** Links by which somebody gets into an account again, or shows that its e-mail is theirs. */

export const errors = {
  link_closed: 409,
  account_deactivated: 403,
  own_account: 409,
} as const

/** Minutes for which a link to a new password can be used, once. */
export const resetMinutes = 60
/** Hours for which a link that confirms an e-mail can be used. */
export const confirmHours = 24

/**
 * Made like an invitation's token: by the browser of the administrator who hands out the link, or when the e-mail is
 * written.
 */
export const LinkToken = InvitationToken

export const ResetLink = z.object({ id: z.string(), expiresAt: Moment })
export type ResetLink = z.infer<typeof ResetLink>

export const giveResetLink = endpoint({
  name: 'giveResetLink',
  summary: 'Hand out a link with which a colleague chooses a new password',
  method: 'POST',
  path: '/staff/{id}/reset-links',
  permission: 'staff.manage',
  kind: 'create',
  params: byId,
  body: z.strictObject({ token: LinkToken }),
  reply: ResetLink,
  errors: ['account_deactivated', 'link_closed', 'own_account'],
})

export const askConfirmation = endpoint({
  name: 'askConfirmation',
  summary: 'Have a link sent that confirms one’s own e-mail',
  method: 'POST',
  path: '/me/confirmation',
  permission: 'signed-in',
  kind: 'change',
  body: z.strictObject({ email: requiredText('E-mail is required', 254) }),
  /** False: Lantern sends no mail here, the address is confirmed already, or enough mails were sent within the hour. */
  reply: z.object({ isOnItsWay: z.boolean() }),
})

export const auditWords = {
  giveResetLink: 'gave a link to reset a password',
  askConfirmation: 'asked to confirm an e-mail address',
}
