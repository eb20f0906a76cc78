import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Site } from '../../../contract/hospital/hospital.ts'
import { hospitalNow, useMinute } from '../client/clock.ts'
import { readAllAgain } from '../client/live/shown-as-of.ts'
import { inZone, todayIn } from '../ui/format.ts'
import { siteQuery, useSite } from './account.ts'

export { hospitalNow, useMinute }

/** This screen's clock may be seconds off the server's: by then it is the new day there too, in milliseconds. */
const untilThereToo = 3_000
/** Every screen reads again at midnight, each after its own random delay of at most this many milliseconds. */
const spread = 5_000

/** Milliseconds since a moment, counted on each minute; never more than have passed. */
export function usePassed(moment: string): number {
  return Math.max(0, useMinute() - Date.parse(moment))
}

/** The hospital's day, yyyy-mm-dd; it changes by itself at its midnight. */
export function useToday(): string {
  return dayAt(useSite(), useMinute())
}

/**
 * The hospital's day at a moment, in milliseconds: as the server told it. Between its end and the next answer, this
 * browser's own table of time zones has to do.
 */
export function dayAt({ today, timeZone }: Site, moment: number): string {
  return isWithin(today, moment) ? today.day : todayIn(timeZone, new Date(moment))
}

function isWithin({ from, until }: Site['today'], moment: number): boolean {
  return Date.parse(from) <= moment && moment < Date.parse(until)
}

/** The hospital's wall clock, to the minute. */
export function useWallClock(): { day: string; time: string } {
  const { timeZone } = useSite()
  return inZone(new Date(useMinute()), timeZone)
}

/** Reads everything again on a new day or in another time zone, because no event announces what midnight changes. */
export function useNewDay(): void {
  const queryClient = useQueryClient()
  const site = useSite()
  const minute = useMinute()
  const today = dayAt(site, minute)
  // Asks each minute until the server's day has changed, in case this screen's clock is early.
  const overAt = isWithin(site.today, minute) ? null : minute
  useEffect(() => {
    if (overAt === null) return
    const readSite = () => void queryClient.invalidateQueries({ queryKey: siteQuery.queryKey })
    const timer = setTimeout(readSite, Math.random() * untilThereToo)
    return () => clearTimeout(timer)
  }, [queryClient, overAt])
  const { timeZone } = site
  const shown = useRef({ today, timeZone })
  useEffect(() => {
    const before = shown.current
    if (before.today === today && before.timeZone === timeZone) return undefined
    shown.current = { today, timeZone }
    // A zone is changed by somebody, and told to each screen at its own moment.
    if (before.timeZone !== timeZone) {
      readAllAgain(queryClient)
      return undefined
    }
    const timer = setTimeout(() => readAllAgain(queryClient), untilThereToo + Math.random() * spread)
    return () => clearTimeout(timer)
  }, [queryClient, today, timeZone])
}
