import {
  IconBox,
  IconCalendarCancel,
  IconCalendarPlus,
  IconCalendarTime,
  IconFileExport,
  IconHeartbeat,
  IconHourglassHigh,
  IconHourglassLow,
  IconLockOpen,
  IconPresentation,
  IconUserShield,
  type TablerIcon,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import type { Notification } from '../../../contract/people/notifications.ts'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import { countOf, formatDay, formatMoment, formatMomentTime, formatTime } from '../../ground/ui/format.ts'

/**
 * The words of a notification, and its link. It names no patient, because others may see the screen; only in the list an
 * auditor reads whose restricted record was opened.
 */
export interface NotificationWords {
  title: string
  detail: string | undefined
  /** A name, which is shown in the list alone. */
  named?: string | undefined
  icon: TablerIcon
  tone: 'blue' | 'ink' | 'amber' | 'violet' | 'red'
  lead: ReturnType<typeof leadOf>
}

const alertTitles = { LOW: 'Low Stock', OUT: 'Out of Stock', EXPIRING: 'Expires soon', EXPIRED: 'Expired' }

const looks = {
  LOW_STOCK: { icon: IconBox, tone: 'amber' },
  EXPIRY: { icon: IconHourglassLow, tone: 'amber' },
  BOOKED: { icon: IconCalendarPlus, tone: 'ink' },
  MOVED: { icon: IconCalendarTime, tone: 'blue' },
  CANCELLED: { icon: IconCalendarCancel, tone: 'violet' },
  WAITING: { icon: IconHourglassHigh, tone: 'amber' },
  HIGH_NEWS2: { icon: IconHeartbeat, tone: 'red' },
  ROLE_GRANTED: { icon: IconUserShield, tone: 'ink' },
  DEMO_REQUEST: { icon: IconPresentation, tone: 'amber' },
  ONLINE_BOOKING: { icon: IconCalendarPlus, tone: 'amber' },
  RECORD_OPENED: { icon: IconLockOpen, tone: 'red' },
  HOSPITAL_EXPORTED: { icon: IconFileExport, tone: 'red' },
} as const satisfies Record<Notification['kind'], object>

export function notificationWords(notification: Notification, timeZone: string): NotificationWords {
  return {
    ...sayingOf(notification, timeZone),
    ...looks[notification.kind],
    lead: leadOf(notification),
  }
}

/** More than this are not said one by one. */
const mostSaid = 3

/** The words of a screen reader for the notifications that have just arrived. */
export function newsWords(news: readonly Notification[], timeZone: string): string {
  const head = news.length === 1 ? 'New notification' : countOf(news.length, 'new notification')
  if (news.length > mostSaid) return `${head}. Open Notifications to read them.`
  const each = news.map((one) => {
    const { title, detail } = notificationWords(one, timeZone)
    return detail ? `${title}. ${detail}` : title
  })
  return `${head}: ${each.join('; ')}`
}

function sayingOf(
  {
    kind,
    stock,
    appointment,
    vitals,
    demoRequest,
    onlineBooking,
    access,
    hospitalExport,
    role,
    roleTitle,
  }: Notification,
  timeZone: string,
) {
  if (stock) {
    const { alert, itemName, batchNumber, expiryDate } = stock
    const batch = batchNumber && expiryDate && `Batch ${batchNumber}, ${formatDay(expiryDate)}`
    return { title: `${alertTitles[alert]}: ${itemName}`, detail: batch || undefined }
  }
  if (appointment) {
    const { date, time, queueNumber, queuedAt, isOwn, admittedTo } = appointment
    const slot = `${formatDay(date)}, ${formatTime(time)} · Queue number ${queueNumber}`
    switch (kind) {
      case 'WAITING':
        return {
          title: `Waiting too long: queue number ${queueNumber}`,
          detail: queuedAt ? `In the queue since ${formatMomentTime(queuedAt, timeZone)}` : undefined,
        }
      case 'MOVED':
        return { title: isOwn ? 'Appointment moved' : 'Appointment moved to another doctor', detail: slot }
      case 'CANCELLED':
        return {
          title: admittedTo ? `Patient admitted to ${admittedTo}, left the queue` : 'Appointment cancelled',
          detail: slot,
        }
      default:
        return { title: 'Appointment booked', detail: slot }
    }
  }
  if (vitals) {
    const { score, ward, bedNumber, takenAt, isUnacknowledged } = vitals
    const place = ward && bedNumber ? `Bed ${bedNumber}` : 'Outpatient'
    return {
      title: isUnacknowledged ? `Not acknowledged: NEWS2 score ${score}` : `High NEWS2 score: ${score}`,
      detail: `${place} · Taken at ${formatMomentTime(takenAt, timeZone)}`,
    }
  }
  if (demoRequest) {
    const { hospital, requestedAt } = demoRequest
    return { title: `Demo requested: ${hospital}`, detail: formatMoment(requestedAt, timeZone) }
  }
  if (onlineBooking) {
    const { clinic, date, time } = onlineBooking
    return { title: `Booking from home: ${clinic}`, detail: `${formatDay(date)}, ${formatTime(time)}` }
  }
  if (access) {
    const { by, patientName, reason } = access
    return {
      title: `Restricted record opened by ${by}`,
      detail: undefined,
      named: `${patientName}: ${reason}`,
    }
  }
  if (hospitalExport) {
    const { by, begunAt, isEncrypted } = hospitalExport
    return {
      title: `${by} exported the whole hospital`,
      detail: `${formatMoment(begunAt, timeZone)} · ${isEncrypted ? 'With a passphrase' : 'Without a passphrase'}`,
    }
  }
  return {
    title: `New role: ${roleTitle ?? (role ? wordsOfRole(role, []).title : '')}`,
    detail: 'Choose it to work with it',
  }
}

function leadOf({
  kind,
  stock,
  appointment,
  vitals,
  demoRequest,
  onlineBooking,
  access,
  hospitalExport,
}: Notification) {
  if (stock) return linkOptions({ to: '/inventory/$id', params: { id: stock.itemId } })
  if (appointment) {
    // A patient who waits is on today's board, whatever the day of the booking.
    const date = kind === 'WAITING' ? undefined : appointment.date
    return linkOptions({ to: '/opd-queue', search: { date, card: appointment.id } })
  }
  if (vitals) return linkOptions({ to: '/patients/$id', params: { id: vitals.patientId } })
  if (demoRequest) return linkOptions({ to: '/demo-requests', search: { handled: 'no' } })
  if (onlineBooking) return linkOptions({ to: '/online-bookings' })
  if (access)
    return linkOptions({ to: '/audit', search: { patient: access.patientId, action: 'openRecord' } })
  if (hospitalExport) return linkOptions({ to: '/settings/hospital', hash: 'export' })
  return linkOptions({ to: '/select-role' })
}
