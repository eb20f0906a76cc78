import { useEffect, useState } from 'react'
import { useSite } from '../account.ts'
import { todayIn } from '../ui/format.ts'

/** The hospital's calendar day, yyyy-mm-dd; it turns at the hospital's midnight while a screen stays open. */
export function useToday(): string {
  const { timeZone } = useSite()
  const [today, setToday] = useState(() => todayIn(timeZone))
  useEffect(() => {
    setToday(todayIn(timeZone))
    const clock = setInterval(() => setToday(todayIn(timeZone)), 60_000)
    return () => clearInterval(clock)
  }, [timeZone])
  return today
}
