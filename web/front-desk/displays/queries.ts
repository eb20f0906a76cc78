import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addDisplay,
  type Display,
  type DisplayForm,
  listDisplays,
  readWaitingRoom,
  type WaitingRoom,
  withdrawDisplay,
} from '../../../contract/front-desk/displays.ts'
import { ApiError, api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { writeTimesBy } from '../../ground/ui/format.ts'
import { hideSecret, openedSecret } from './links.ts'

/** The screens whose links hold, the newest first. */
export const displaysQuery = queryOptions({
  queryKey: ['displays'],
  ...following(['displays'], (options): Promise<Display[]> => api(listDisplays, {}, options)),
})

const followed = following(['waiting-room'], async (options): Promise<WaitingRoom> => {
  const room = await api(readWaitingRoom, {}, { ...options, secret: openedSecret() })
  hideSecret()
  writeTimesBy(room.clockStyle)
  return room
})

const tryAgainAfter = 3_000

/** The calls of the waiting room. Failed reads are repeated until they succeed, unless the link is invalid. */
export const waitingRoomQuery = queryOptions({
  queryKey: ['waiting-room'],
  ...followed,
  // A withdrawn link is announced like an account that changed.
  meta: { ...followed.meta, isOwnAccount: true },
  refetchInterval: ({ state: { status, error } }) =>
    status === 'error' && !isShutOut(error) ? tryAgainAfter : false,
  refetchIntervalInBackground: true,
})

/** The link of this screen was withdrawn, or never was opened here. */
export function isShutOut(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401
}

export function useDisplayActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const readAgain = () => queryClient.invalidateQueries({ queryKey: displaysQuery.queryKey })
    return {
      async add(body: z.input<typeof DisplayForm>): Promise<Display> {
        const display = await api(addDisplay, { body })
        void readAgain()
        return display
      },
      async withdraw({ id }: Display): Promise<void> {
        await api(withdrawDisplay, { params: { id } })
        // Before its dialog closes, so that its button is gone when the focus would go back to it.
        await readAgain()
      },
    }
  }, [queryClient])
}
