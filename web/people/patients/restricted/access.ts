import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readRecordAccess } from '../../../../contract/people/restricted-records.ts'
import { api } from '../../../ground/client/api.ts'
import { hospitalNow } from '../../../ground/client/clock.ts'
import { following } from '../../../ground/client/live/following.ts'
import { patientQuery } from '../queries.ts'

export function accessQuery(id: string) {
  return queryOptions({
    queryKey: ['patient', 'access', id],
    ...following([`record-access:${id}`], (options) => api(readRecordAccess, { params: { id } }, options)),
    // No event tells that the hours are over.
    refetchInterval: ({ state: { data } }) =>
      data?.until ? Math.max(Date.parse(data.until) - hospitalNow(), 1000) : false,
  })
}

/** Whether a restricted record is open to the user. */
export function useRecordAccess(id: string) {
  const queryClient = useQueryClient()
  const access = useQuery(accessQuery(id))
  const isOpen = access.data?.isOpen
  const was = useRef(isOpen)
  // The parts that the record keeps back were blank before it opened, and have to be gone after it closes.
  useEffect(() => {
    if (was.current !== undefined && isOpen !== was.current)
      void queryClient.invalidateQueries(patientQuery(id))
    was.current = isOpen
  }, [id, isOpen, queryClient])
  return access
}
