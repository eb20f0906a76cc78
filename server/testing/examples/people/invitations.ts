import { randomBytes } from 'node:crypto'
import type * as invitations from '../../../../contract/people/invitations.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenInvitation } from '../../factories/invitations.ts'

export function examples({ admin, roleless }: People): Examples<typeof invitations> {
  return {
    listInvitations: async () => example(admin),
    invite: async () =>
      example(
        admin,
        { body: { token: randomBytes(32).toString('base64url'), offeredRoles: ['doctor'] } },
        { subject: idIn },
      ),
    withdrawInvitation: async () => {
      const invitation = await givenInvitation(admin, ['doctor'])
      return example(admin, one(invitation), { subject: invitation.id })
    },
    readInvitation: async () => {
      const { token } = await givenInvitation(admin, ['doctor'])
      return example(roleless, { body: { token } })
    },
  }
}
