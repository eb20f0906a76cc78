import type { Role } from '../../contract/permissions.ts'
import { InvitationToken, readInvitation } from '../../contract/staff/invitations.ts'
import { api } from '../client/api.ts'

/** What a link to sign up leads to, where it is an invitation. */
export type InvitedTo = { state: 'none' } | { state: 'open'; offeredRoles: Role[] } | { state: 'closed' }

/** What the invitation offers whose token the address says. @throws ApiError */
export async function invitedTo(token: string | undefined): Promise<InvitedTo> {
  if (token === undefined) return { state: 'none' }
  // A link that was cut off on its way is nothing to ask about.
  if (!InvitationToken.safeParse(token).success) return { state: 'closed' }
  const { offeredRoles } = await api(readInvitation, { params: { token } })
  return offeredRoles.length > 0 ? { state: 'open', offeredRoles } : { state: 'closed' }
}
