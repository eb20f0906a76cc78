import { queryOptions } from '@tanstack/react-query'
import {
  listFreePlaces,
  listNextFree,
  listSchedules,
  readDayOfSessions,
} from '../../../contract/front-desk/schedules.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** The sessions of all doctors that are in force or to come, by doctor, day and time. */
export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  ...following(['schedules'], (options) => api(listSchedules, {}, options)),
})

/** A day's sessions with their free places, of one doctor or of all. */
export function dayOfSessionsQuery(date: string, doctorId?: string) {
  return queryOptions({
    queryKey: ['availability', 'day', date, doctorId],
    ...following([`availability:${date}`], (options) =>
      api(readDayOfSessions, { params: { date }, query: { doctorId } }, options),
    ),
  })
}

/** The next free times, of a doctor or of any doctor of a clinic, from a day on; read once, because they change with each booking. */
export function nextFreeQuery(asked: {
  doctorId?: string
  clinicId?: string
  from?: string
  to?: string
  fromTime?: string
  toTime?: string
  limit?: number
}) {
  return queryOptions({
    queryKey: ['availability', 'next', asked],
    queryFn: () => api(listNextFree, { query: asked }),
    staleTime: 0,
  })
}

/** A doctor's days with places, from a day to another; read once, because it changes with each booking. */
export function freePlacesQuery(asked: { doctorId: string; from: string; to: string }) {
  return queryOptions({
    queryKey: ['availability', 'days', asked],
    queryFn: () => api(listFreePlaces, { query: asked }),
    staleTime: 0,
  })
}
