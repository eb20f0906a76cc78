import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { may, type Permission } from '../../contract/permissions.ts'
import { readSite, type Site } from '../../contract/site.ts'
import { type Me, readMe } from '../../contract/staff.ts'
import { api } from '../client/api.ts'
import { following } from '../client/live/following.ts'

/** One's own account; read again when it is told that it changed. */
export const meQuery = queryOptions({
  queryKey: ['staff', 'me'],
  queryFn: ({ signal }): Promise<Me> => api(readMe, {}, { signal }),
  meta: { isOwnAccount: true },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The hospital's name, time zone, currency and day; read again when that is over. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  ...following(['site'], (options): Promise<Site> => api(readSite, {}, options)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Who is signed in. Only below the shell and the screens around it, where that is known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** The hospital: its name, and the time zone that says what 'today' is. */
export function useSite(): Site {
  return useSuspenseQuery(siteQuery).data
}

/** Whether whoever is signed in holds a permission. The server decides; this only hides what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = useMe()
  return (permission) => may(role, permission)
}
