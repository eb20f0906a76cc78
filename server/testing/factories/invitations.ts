import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type Invitation, invite } from '../../../contract/people/invitations.ts'
import type { Role } from '../../../contract/permissions.ts'
import type { Client } from '../client.ts'

/** Invites somebody through the API. */
export async function givenInvitation(
  admin: Client,
  offeredRoles: Role[],
  invited: Partial<Pick<z.input<typeof invite.body>, 'firstName' | 'lastName' | 'email'>> = {},
): Promise<Invitation & { token: string }> {
  const token = randomBytes(32).toString('base64url')
  return { ...(await admin.call(invite, { body: { token, offeredRoles, ...invited } })).body, token }
}
