import {
  IconBan,
  IconCalendarTime,
  IconCircleCheck,
  IconHourglass,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import type { AppointmentStatus } from '../../contract/appointments.ts'
import type { StatusLook } from '../ui/StatusBadge.tsx'

export const appointmentLooks: Record<AppointmentStatus, StatusLook> = {
  SCHEDULED: { word: 'Scheduled', icon: IconCalendarTime, tone: 'blue' },
  IN_QUEUE: { word: 'In queue', icon: IconHourglass, tone: 'ink' },
  IN_PROGRESS: { word: 'In progress', icon: IconPlayerPlayFilled, tone: 'amber' },
  COMPLETED: { word: 'Completed', icon: IconCircleCheck, tone: 'green' },
  CANCELLED: { word: 'Cancelled', icon: IconBan, tone: 'quiet' },
}
