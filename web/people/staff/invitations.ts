import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  type Invitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from '../../../contract/people/invitations.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** The newest invitations that can still be used, and how many there are. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  ...following(['invitations'], (options) => api(listInvitations, {}, options)),
})

/** Where anybody signs up. The token stands behind the #, which is sent nowhere and logged by nobody. */
export function signUpLink(token?: string): string {
  const link = new URL('/sign-up', window.location.origin)
  if (token) link.hash = token
  return link.href
}

export function useInvitationActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    return {
      async invite(body: z.input<typeof invite.body>): Promise<Invitation> {
        const invitation = await api(invite, { body })
        readAgain()
        return invitation
      },
      async withdraw({ id }: Invitation): Promise<void> {
        await api(withdrawInvitation, { params: { id } })
        readAgain()
      },
    }
  }, [queryClient])
}
