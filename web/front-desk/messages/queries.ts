import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { countMessages, listFailedMessages, notePhoned } from '../../../contract/front-desk/messages.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

const key = ['messages']

export const failedMessagesQuery = queryOptions({
  queryKey: [...key, 'failed'],
  ...following(['messages'], (options) => api(listFailedMessages, {}, options)),
})

export const messageCountsQuery = queryOptions({
  queryKey: [...key, 'counts'],
  ...following(['messages'], (options) => api(countMessages, {}, options)),
})

/** @throws ApiError */
export function useNotePhoned() {
  const queryClient = useQueryClient()
  return useCallback(
    async (id: string) => {
      await api(notePhoned, { params: { id } })
      await queryClient.invalidateQueries({ queryKey: key })
    },
    [queryClient],
  )
}
