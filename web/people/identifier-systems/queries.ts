import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf } from '../../../contract/api/endpoint.ts'
import {
  addIdentifierSystem,
  editIdentifierSystem,
  type IdentifierSystem,
  listIdentifierSystems,
} from '../../../contract/people/identifier-systems.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { siteQuery } from '../../ground/sign-in/account.ts'

/** The identifier systems by name, retired ones last. */
export const identifierSystemsQuery = queryOptions({
  queryKey: ['identifier-systems'],
  ...following(
    ['identifier-systems'],
    (options): Promise<IdentifierSystem[]> => api(listIdentifierSystems, {}, options),
  ),
})

/** @throws ApiError */
export function useSystemActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    /** The other screens of this browser learn with the settings which systems there are. */
    const readAgain = () =>
      Promise.all(
        [identifierSystemsQuery, siteQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    return {
      async add(body: BodyOf<typeof addIdentifierSystem>, idempotencyKey: string) {
        const system = await api(addIdentifierSystem, { body }, { idempotencyKey })
        await readAgain()
        return system
      },
      async edit(body: BodyOf<typeof editIdentifierSystem>, { id, version }: IdentifierSystem) {
        const system = await api(editIdentifierSystem, { params: { id }, body }, { version })
        await readAgain()
        return system
      },
    }
  }, [queryClient])
}
