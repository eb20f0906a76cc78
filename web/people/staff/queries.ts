import { queryOptions } from '@tanstack/react-query'
import { type ListedDoctor, listDoctors } from '../../../contract/people/staff.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** The doctors that patients can be booked with. */
export const doctorsQuery = queryOptions({
  queryKey: ['staff', 'doctors'],
  ...following(['doctors'], (options): Promise<ListedDoctor[]> => api(listDoctors, {}, options)),
})
