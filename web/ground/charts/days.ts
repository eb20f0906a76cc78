import { formatDay } from '../ui/format.ts'

/** Days on an axis of moments. */

/** A moment that every clock shows as this day, to place it by. */
export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`)
}

/** The day of such a moment, as an axis has room for it: '21 Nov' */
export function dayWords(noon: number): string {
  return formatDay(new Date(noon).toISOString().slice(0, 10)).replace(/ \d{4}$/, '')
}
