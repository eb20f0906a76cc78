import type { OnlineBooking } from '../../../contract/front-desk/online-bookings.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatTime, formatWeekday } from '../../ground/ui/format.ts'

/** 'Tuesday, 1 Dec 2026, 9:15 AM with Dr Anika Mehta, Heart clinic' */
export function bookingWords({ date, time, doctor, clinic }: OnlineBooking): string {
  return `${formatWeekday(date)}, ${formatTime(time)} with ${doctorName(doctor)}, ${clinic}`
}

export const bookerName = ({ firstName, lastName }: OnlineBooking) => `${firstName} ${lastName}`
