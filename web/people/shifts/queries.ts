import { queryOptions } from '@tanstack/react-query'
import { listShifts, type Shift } from '../../../contract/people/shifts.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { formatTime } from '../../ground/ui/format.ts'

/** The hospital's shifts by their start. */
export const shiftsQuery = queryOptions({
  queryKey: ['shifts'],
  ...following(['shifts'], (options): Promise<Shift[]> => api(listShifts, {}, options)),
})

/** '7:30 AM to 8:00 PM' */
export function shiftTimes({ startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>): string {
  return `${formatTime(startsAt)} to ${formatTime(endsAt)}`
}
