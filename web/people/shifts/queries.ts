import { queryOptions } from '@tanstack/react-query'
import { listShifts, type Shift } from '../../../contract/people/shifts.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** The hospital's shifts by their start. */
export const shiftsQuery = queryOptions({
  queryKey: ['shifts'],
  ...following(['shifts'], (options): Promise<Shift[]> => api(listShifts, {}, options)),
})
