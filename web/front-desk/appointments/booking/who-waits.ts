import { queryOptions } from '@tanstack/react-query'
import { listWaitingFor } from '../../../../contract/front-desk/wait-list.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'

/** The patients who wait for a place, in the order in which it is offered. */
export const waitingForQuery = ({ doctorId, date, time }: { doctorId: string; date: string; time: string }) =>
  queryOptions({
    queryKey: ['wait-list', 'place', doctorId, date, time],
    // Whether it is free follows from the bookings and hours of its day.
    ...following(['wait-list', `availability:${date}`], (options) =>
      api(listWaitingFor, { query: { doctorId, date, time } }, options),
    ),
  })
