import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addSession,
  changeSession,
  endPracticeSession,
  type PracticeSession,
  type SavedSession,
  type SessionChange,
  type SessionForm,
  type Weekday,
  weekdayNames,
} from '../../../contract/front-desk/schedules.ts'
import { ApiError, api } from '../../ground/client/api.ts'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { outsideQuery } from './outside.ts'
import { schedulesQuery } from './queries.ts'

export type Saved = z.output<typeof SavedSession>

interface DayRefusal {
  day: Weekday
  error: ApiError
}

/** Several days were asked for, and some were refused: which, why, and what was added all the same. */
export class DaysRefused extends ApiError {
  readonly refused: readonly Weekday[]
  readonly added: readonly Saved[]

  constructor(
    refusals: readonly [DayRefusal, ...DayRefusal[]],
    days: readonly Weekday[],
    added: readonly Saved[],
  ) {
    const [{ error: first }] = refusals
    const errors = new Map<string, string[]>()
    for (const { day, error } of refusals)
      for (const { path, message } of error.problem.errors ?? [])
        errors.set(path, [...(errors.get(path) ?? []), `${weekdayNames[day]}: ${message}`])
    super(
      {
        ...first.problem,
        detail: refusals.map(({ day, error }) => `${weekdayNames[day]}: ${error.message}`).join(' '),
        errors: [...errors].map(([path, messages]) => ({ path, message: messages.join(' ') })),
      },
      first.wasSent,
    )
    const done = added.map(({ weekday }) => weekday)
    this.refused = days.filter((day) => !done.includes(day))
    this.added = added
  }
}

/** @throws ApiError */
export function useScheduleActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    // Before the dialog closes, so that the week shows what was done when the focus goes back to it.
    const shown = async <Answer>(answer: Answer) => {
      await Promise.all(
        [schedulesQuery, outsideQuery, siteQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      return answer
    }
    return {
      /** A session on each of the days, by itself. @throws DaysRefused */
      async add(
        body: z.output<typeof SessionForm>,
        days: readonly Weekday[],
        attemptKey: string,
      ): Promise<readonly Saved[]> {
        const added: Saved[] = []
        const refusals: DayRefusal[] = []
        for (const weekday of days) {
          try {
            const idempotencyKey = `${attemptKey}-${weekday}`
            added.push(await api(addSession, { body: { ...body, weekday } }, { idempotencyKey }))
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            refusals.push({ day: weekday, error })
            // A server that can't be reached refuses every day.
            if (error.status === 0) break
          }
        }
        if (added.length > 0) await shown(added)
        const [first, ...others] = refusals
        if (!first) return added
        throw days.length === 1 ? first.error : new DaysRefused([first, ...others], days, added)
      },
      async change(body: z.output<typeof SessionChange>, { id, version }: PracticeSession): Promise<Saved> {
        const saved = await api(changeSession, { params: { id }, body: { ...body, version } })
        return shown(saved)
      },
      async end(body: { lastDay: string }, { id, version }: PracticeSession): Promise<Saved> {
        return shown(await api(endPracticeSession, { params: { id }, body: { ...body, version } }))
      },
    }
  }, [queryClient])
}
