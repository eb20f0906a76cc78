import { queryOptions } from '@tanstack/react-query'
import { countOutsideHours } from '../../../contract/front-desk/closures.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** How many bookings of each doctor are outside the hours. */
export const outsideQuery = queryOptions({
  queryKey: ['schedules', 'outside'],
  ...following(['closures', 'schedules'], (options) => api(countOutsideHours, {}, options)),
})
