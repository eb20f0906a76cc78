import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { hospitalNow, useMinute } from '../client/clock.ts'
import { inZone, todayIn } from '../ui/format.ts'
import { useSite } from './account.ts'

export { hospitalNow, useMinute }

/** This screen's clock may be seconds off the server's: by then it is the new day there too, in milliseconds. */
const untilThereToo = 3_000

/** Milliseconds since a moment, counted on each minute; never more than have passed. */
export function usePassed(moment: string): number {
  return Math.max(0, useMinute() - Date.parse(moment))
}

/** The hospital's day, yyyy-mm-dd; it changes by itself at its midnight. */
export function useToday(): string {
  const { timeZone } = useSite()
  return todayIn(timeZone, new Date(useMinute()))
}

/** What the clock on the hospital's wall shows, to the minute. */
export function useWallClock(): { day: string; time: string } {
  const { timeZone } = useSite()
  return inZone(new Date(useMinute()), timeZone)
}

/** What the calendar alone changes nobody tells: with the hospital's day, whatever is shown is read again. */
export function useNewDay(): void {
  const queryClient = useQueryClient()
  const today = useToday()
  const shown = useRef(today)
  useEffect(() => {
    if (shown.current === today) return
    shown.current = today
    const timer = setTimeout(() => void queryClient.invalidateQueries(), untilThereToo)
    return () => clearTimeout(timer)
  }, [queryClient, today])
}
