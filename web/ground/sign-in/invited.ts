import type { z } from 'zod'
import { InvitationToken, readInvitation } from '../../../contract/people/invitations.ts'
import { api } from '../client/api.ts'

/** The state of an invitation's link. */
export type InvitedTo =
  | { state: 'none' }
  | ({ state: 'open'; token: string } & z.output<typeof readInvitation.reply>)
  | { state: 'closed' }
  /** Somebody is signed in to this browser. */
  | { state: 'occupied' }

/** Reads the invitation whose token is behind the # of the address. @throws ApiError */
export async function invitedTo(hash: string): Promise<InvitedTo> {
  if (!hash) return { state: 'none' }
  // A link that was cut off on its way is nothing to ask about.
  const { data: token } = InvitationToken.safeParse(hash)
  if (!token) return { state: 'closed' }
  const offer = await api(readInvitation, { body: { token } })
  return offer.offeredRoles.length > 0 ? { state: 'open', token, ...offer } : { state: 'closed' }
}
