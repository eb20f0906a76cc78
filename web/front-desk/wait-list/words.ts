import type { PlaceOffer, WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatDays, formatTime, formatWeekday } from '../../ground/ui/format.ts'

/** 'Dr Anika Mehta, Heart clinic', or 'Heart clinic, any doctor' */
export function forWords({ doctor, clinic }: Pick<WaitEntry, 'doctor' | 'clinic'>): string {
  if (doctor === null) return `${clinic}, any doctor`
  return clinic === null ? doctorName(doctor) : `${doctorName(doctor)}, ${clinic}`
}

export const unbookableWords = {
  doctor: 'This doctor’s account is not active.',
  clinic: 'This clinic was closed.',
}

/** '1–31 Dec 2026, from 9:00 AM to 11:00 AM' */
export function daysWords({ firstDay, lastDay, fromTime, toTime }: WaitEntry): string {
  const days = formatDays({ from: firstDay, to: lastDay })
  const times = [fromTime && `from ${formatTime(fromTime)}`, toTime && `until ${formatTime(toTime)}`]
    .filter(Boolean)
    .join(' ')
  return times ? `${days}, ${times}` : days
}

/** 'Tuesday, 1 Dec 2026, 9:15 AM with Dr Anika Mehta' */
export function placeWords({ doctor, date, time }: Pick<PlaceOffer, 'doctor' | 'date' | 'time'>): string {
  return `${formatWeekday(date)}, ${formatTime(time)} with ${doctorName(doctor)}`
}
