import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addCalendarFeed,
  type CalendarFeed,
  type CalendarFeedForm,
  type OwnFeed,
  readCalendarFeed,
  withdrawCalendarFeed,
} from '../../../contract/front-desk/calendar-feeds.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

export const ownFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  ...following(['calendar-feeds'], (options): Promise<OwnFeed> => api(readCalendarFeed, {}, options)),
})

export function useFeedActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const readAgain = () => queryClient.invalidateQueries({ queryKey: ownFeedQuery.queryKey })
    return {
      async add(body: z.input<typeof CalendarFeedForm>): Promise<void> {
        await api(addCalendarFeed, { body })
        void readAgain()
      },
      async withdraw({ id }: CalendarFeed): Promise<void> {
        await api(withdrawCalendarFeed, { params: { id } })
        // Before its dialog closes, so that its button is gone when the focus would go back to it.
        await readAgain()
      },
    }
  }, [queryClient])
}
