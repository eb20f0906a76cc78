import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readRecordAccess } from '../../../../contract/people/restricted-records.ts'
import { api } from '../../../ground/client/api.ts'
import { hospitalNow } from '../../../ground/client/clock.ts'
import { following } from '../../../ground/client/live/following.ts'

export function accessQuery(id: string) {
  return queryOptions({
    queryKey: ['patient', 'access', id],
    ...following([`record-access:${id}`], (options) => api(readRecordAccess, { params: { id } }, options)),
    // No event tells that the hours are over.
    refetchInterval: ({ state: { data } }) =>
      data?.until ? Math.max(Date.parse(data.until) - hospitalNow(), 1000) : false,
  })
}

/** The nouns with fields that a restricted record keeps back. */
const blanked: unknown[] = ['patient', 'admission', 'appointment', 'inventory-item', 'stock-movement']

/** After a record opens or closes, reads again what is on screens and discards the rest, because fields are blank only while it is closed. */
export async function readAnew(client: QueryClient): Promise<void> {
  client.removeQueries({
    type: 'inactive',
    fetchStatus: 'idle',
    predicate: ({ meta }) => meta?.follows !== undefined,
  })
  await client.invalidateQueries({
    predicate: ({ queryKey: [noun, part] }) => blanked.includes(noun) && part !== 'access',
  })
}

const closings = new Map<string, ReturnType<typeof setTimeout>>()

/** Lists elsewhere hide the record again when its hours are over, also after its own screen was left. */
export function closeAfter(client: QueryClient, id: string, until: string): void {
  clearTimeout(closings.get(id))
  const hoursAreOver = setTimeout(() => void readAnew(client), Date.parse(until) - hospitalNow() + 1000)
  closings.set(id, hoursAreOver)
}

/** Whether a restricted record is open to the user. */
export function useRecordAccess(id: string) {
  const queryClient = useQueryClient()
  const access = useQuery(accessQuery(id))
  const { isOpen, until } = access.data ?? {}
  const was = useRef(isOpen)
  useEffect(() => {
    if (was.current !== undefined && isOpen !== was.current) void readAnew(queryClient)
    was.current = isOpen
  }, [isOpen, queryClient])
  useEffect(() => {
    if (until) closeAfter(queryClient, id, until)
  }, [id, queryClient, until])
  return access
}
