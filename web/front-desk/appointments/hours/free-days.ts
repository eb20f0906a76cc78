import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysAfter } from '../../../../contract/days.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import type { DayNotes } from '../../../ground/ui/form/DayCalendar.tsx'
import { freePlacesQuery } from '../../schedules/public.ts'
import { monthsAfter } from './months.ts'

/**
 * Says in the calendar of a booking on which days a doctor who keeps hours has free places, but not for today, because places that
 * have passed are counted too.
 */
export function useFreeDays(doctorId: string): DayNotes {
  const { hasSchedules } = useSite()
  const today = useToday()
  const [first, onMonth] = useState<string>()
  const to = first && daysAfter(monthsAfter(first, 1), -1)
  const isAsked = hasSchedules && doctorId !== '' && to !== undefined && to >= today
  const { data } = useQuery({
    ...freePlacesQuery({ doctorId, from: first && first > today ? first : today, to: to ?? today }),
    enabled: isAsked,
  })
  const days = new Map(isAsked ? data?.map(({ date, free }) => [date, free > 0]) : [])
  return {
    onMonth,
    noteOf(day) {
      const isFree = day === today ? undefined : days.get(day)
      return isFree === undefined ? undefined : isFree ? 'free' : 'full'
    },
  }
}
