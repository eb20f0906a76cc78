import {
  IconBan,
  IconCalendarTime,
  IconCircleCheck,
  IconHourglass,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import type { Page } from '../../../contract/api/page.ts'
import { daysAfter } from '../../../contract/days.ts'
import {
  type Appointment,
  type AppointmentStatus,
  isInQueue,
} from '../../../contract/front-desk/appointments.ts'
import { cancelReasonNames } from '../../../contract/front-desk/cancel-reasons.ts'
import { calledWords } from '../../../contract/front-desk/missed-calls.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatDay, formatNumber, formatTime } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const appointmentLooks: Record<AppointmentStatus, StatusLook> = {
  SCHEDULED: { word: 'Scheduled', icon: IconCalendarTime, tone: 'blue' },
  IN_QUEUE: { word: 'In queue', icon: IconHourglass, tone: 'ink' },
  IN_PROGRESS: { word: 'In progress', icon: IconPlayerPlayFilled, tone: 'amber' },
  COMPLETED: { word: 'Completed', icon: IconCircleCheck, tone: 'green' },
  CANCELLED: { word: 'Cancelled', icon: IconBan, tone: 'quiet' },
}

/**
 * Why a visit ended before it was completed: 'Admitted to A-101', 'Did not attend, called 3 times', 'Other: clinic
 * closed'.
 */
export function endedBecause(appointment: Appointment): string | undefined {
  const { cancelReason, cancelNote, admittedTo } = appointment
  if (admittedTo) return `Admitted to ${admittedTo}`
  if (!cancelReason) return undefined
  const reason = cancelReasonNames[cancelReason]
  if (cancelNote) return `${reason}: ${cancelNote}`
  const called = cancelReason === 'DID_NOT_ATTEND' && calledWords(appointment)
  return called ? `${reason}, ${called.toLowerCase()}` : reason
}

/** '21 Nov 2026, 10:30 AM with Nina Brown' */
export function slotWords({ date, time, doctor }: Appointment): string {
  return `${formatDay(date)}, ${formatTime(time)} with ${doctorName(doctor)}`
}

/** Why 'Call next' took a colleague's patient. */
export function whyCalled({ type, doctor, doctorId, statusBy }: Appointment): string | undefined {
  if (doctorId === statusBy) return undefined
  const whose = `Booked with ${doctorName(doctor)}`
  return type === 'EMERGENCY'
    ? `${whose}: emergencies come first.`
    : `${whose}: none of your patients are waiting.`
}

/** 'yesterday', '20 Nov 2026': the day of an appointment among those of a later day; undefined among its own. */
export function earlierDay(date: string, day: string): string | undefined {
  if (date >= day) return undefined
  return date === daysAfter(day, -1) ? 'yesterday' : formatDay(date)
}

/** 'Since yesterday' for a patient who is still in the queue, otherwise 'From yesterday'. */
export function earlierWords(appointment: Appointment, day: string): string | undefined {
  const earlier = earlierDay(appointment.date, day)
  return earlier && `${isInQueue(appointment) ? 'Since' : 'From'} ${earlier}`
}

/** '2 from earlier days' */
export function fromEarlierDays(count: number): string {
  return count === 1 ? '1 from an earlier day' : `${formatNumber(count)} from earlier days`
}

/** '3 not arrived on earlier days' */
export function notArrivedWords({
  total,
  totalIsAtLeast,
}: Pick<Page<Appointment>, 'total' | 'totalIsAtLeast'>) {
  if (total === 1) return '1 not arrived on an earlier day'
  return `${totalIsAtLeast ? 'More than ' : ''}${formatNumber(total)} not arrived on earlier days`
}
