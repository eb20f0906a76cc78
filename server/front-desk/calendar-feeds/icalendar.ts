import ical, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventClass,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import type { Absence, Booking, Entry } from './queries.ts'

/** Seconds after which a calendar that heeds it asks again. */
const askAgainAfter = 3600

const absenceNames: Record<Absence['cause'], string> = {
  HOLIDAY: 'Holiday',
  LEAVE: 'Leave',
  SESSION_CANCELLED: 'Session cancelled',
}

/** 'A. Z.' */
export function initialsOf({ firstName, lastName }: Pick<Booking, 'firstName' | 'lastName'>): string {
  const [first = '', last = ''] = [firstName, lastName].map((name) => Array.from(name.trim())[0])
  return [first, last].map((letter) => `${letter.toUpperCase()}.`).join(' ')
}

/** Says nothing of a patient but the initials of those who are in `named`. */
export function icalendarOf(
  hospitalName: string,
  bookings: readonly Booking[],
  absences: readonly Absence[],
  named: ReadonlySet<string>,
): string {
  const events: ICalEventData[] = [
    ...bookings.map((booking) => ({
      ...eventOf(booking),
      summary: named.has(booking.patientId) ? `Appointment ${initialsOf(booking)}` : 'Appointment',
      location: [booking.clinic, booking.room].filter(Boolean).join(', ') || null,
      busystatus: ICalEventBusyStatus.BUSY,
    })),
    ...absences.map((absence) => ({
      ...eventOf(absence),
      summary: absenceNames[absence.cause],
      busystatus: ICalEventBusyStatus.OOF,
    })),
  ]
  return ical({
    name: hospitalName,
    prodId: { company: 'Lantern', product: 'Appointments' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: askAgainAfter,
    events,
  }).toString()
}

function eventOf({ id, version, isCancelled, startsAt, endsAt, changedAt }: Entry): ICalEventData {
  return {
    id,
    sequence: version,
    start: startsAt,
    end: endsAt,
    // Unchanged appointments are the same text at each fetch.
    stamp: changedAt,
    lastModified: changedAt,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
  }
}
