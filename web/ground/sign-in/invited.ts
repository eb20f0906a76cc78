import type { z } from 'zod'
import { InvitationToken, readInvitation } from '../../contract/staff/invitations.ts'
import { api } from '../client/api.ts'

/** What a link to sign up leads to, where it is an invitation. */
export type InvitedTo =
  | { state: 'none' }
  | ({ state: 'open'; token: string } & z.output<typeof readInvitation.reply>)
  | { state: 'closed' }
  /** Somebody is signed in to this browser. */
  | { state: 'occupied' }

/** What the invitation offers whose token stands behind the # of the address. @throws ApiError */
export async function invitedTo(hash: string): Promise<InvitedTo> {
  if (!hash) return { state: 'none' }
  // A link that was cut off on its way is nothing to ask about.
  const { data: token } = InvitationToken.safeParse(hash)
  if (!token) return { state: 'closed' }
  const offer = await api(readInvitation, { body: { token } })
  return offer.offeredRoles.length > 0 ? { state: 'open', token, ...offer } : { state: 'closed' }
}
