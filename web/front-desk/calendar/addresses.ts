import type { Column } from './layout.ts'

/** The addresses of other screens to which the calendars lead. */

export function bookingAddress({ doctorId, date }: Pick<Column, 'doctorId' | 'date'>, time: string): string {
  return `/opd-queue/new?doctorId=${doctorId}&date=${date}&time=${encodeURIComponent(time)}`
}

/** The card of an appointment on its day's board, with all that can be done with it. */
export function appointmentAddress({ id, date }: { id: string; date: string }): string {
  return `/opd-queue?date=${date}&card=${id}`
}

export function weekAddress({ doctorId, date }: Pick<Column, 'doctorId' | 'date'>): string {
  return `/calendar/doctors/${doctorId}?date=${date}`
}

export function dayAddress(date: string): string {
  return `/calendar?date=${date}`
}
