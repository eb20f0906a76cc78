import {
  IconArrowsMove,
  IconBeach,
  IconClockExclamation,
  IconConfetti,
  type TablerIcon,
} from '@tabler/icons-react'
import { timeOf } from '../../../contract/clock.ts'
import { type Appointment, lastSeat } from '../../../contract/front-desk/appointments.ts'
import { closureCauseNames } from '../../../contract/front-desk/closures.ts'
import { spokenMinutes } from '../../../contract/spoken.ts'
import { formatTime } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'
import { appointmentLooks } from '../appointments/public.ts'
import type { Absence, Cell, Column, Entry } from './layout.ts'

export const moveIcon: TablerIcon = IconArrowsMove

/** How an appointment is marked: by its status, and late patients by how late they are. */
export function lookOf({ appointment: { status }, overdue }: Entry): StatusLook {
  return overdue === undefined
    ? appointmentLooks[status]
    : { word: `Overdue ${shortMinutes(overdue)}`, icon: IconClockExclamation, tone: 'amber' }
}

function shortMinutes(minutes: number): string {
  return spokenMinutes(minutes)
    .replace(/ hours?/, ' h')
    .replace(/ minutes?/, ' min')
}

/** Why a booking is beside the slots; undefined where its place says it. */
export function besideWords(
  { walkIn, overbookReason, sessionId, seat, status, type }: Appointment,
  column: Pick<Column, 'sessions'>,
): string | undefined {
  if (walkIn) return 'Walk-in'
  if (overbookReason) return `Extra: ${overbookReason}`
  const isLeft = sessionId === null || (status === 'SCHEDULED' && seat > lastSeat)
  return isLeft && type !== 'EMERGENCY' && column.sessions.length > 0 ? 'Outside hours' : undefined
}

/** 'Free', 'Free 1 of 2' */
export function freeWords({ free, places }: Pick<Cell, 'free' | 'places'>): string {
  return places === 1 ? 'Free' : `Free ${free} of ${places}`
}

/** 'Leave, from 1:00 PM: Conference' */
export function absenceWords({ cause, reason, from, until }: Absence): string {
  const at = (minute: number) => formatTime(timeOf(minute))
  const when =
    from > 0 && until < 1440
      ? `, ${at(from)} to ${at(until)}`
      : from > 0
        ? `, from ${at(from)}`
        : until < 1440
          ? `, until ${at(until)}`
          : ''
  return `${closureCauseNames[cause]}${when}: ${reason}`
}

export const absenceIcons: Record<Absence['cause'], TablerIcon> = {
  HOLIDAY: IconConfetti,
  LEAVE: IconBeach,
  SESSION_CANCELLED: IconClockExclamation,
}
