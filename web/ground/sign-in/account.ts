import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { readSite, type Site } from '../../../contract/hospital/hospital.ts'
import { type Me, readMe } from '../../../contract/people/staff.ts'
import { may, type Permission } from '../../../contract/permissions.ts'
import type { ClockStyle } from '../../../contract/spoken.ts'
import { api } from '../client/api.ts'
import { following } from '../client/live/following.ts'
import { writeTimesBy } from '../ui/format.ts'

/** One's own account, read again when it changed. */
export const meQuery = queryOptions({
  queryKey: ['staff', 'me'],
  queryFn: ({ signal }): Promise<Me> => api(readMe, {}, { signal }),
  meta: { isOwnAccount: true },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The hospital's name, time zone, currency and day; read again when that is over. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  ...following(['site'], async (options): Promise<Site> => {
    const site = await api(readSite, {}, options)
    writeTimesBy(site.clockStyle)
    return site
  }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Both are asked for by each of the hundreds of cards of a board, which can't afford a query of its own. */
export const MeContext = createContext<Me | undefined>(undefined)
export const SiteContext = createContext<Site | undefined>(undefined)

/** The signed-in account. */
export function useMe(): Me {
  return known(useContext(MeContext))
}

/** The hospital: its name, and the time zone that says what 'today' is. */
export function useSite(): Site {
  return known(useContext(SiteContext))
}

/** For what is kept drawn (`memo`) and shows times: it is drawn again when the hospital's clocks are read otherwise. */
export function useClockStyle(): ClockStyle {
  return useSite().clockStyle
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Who is signed in, and where, is known below SignedIn alone')
  return value
}

/** Whether the signed-in account has a permission. The server decides; this only hides what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const me = useMe()
  return (permission) => may(me, permission)
}
