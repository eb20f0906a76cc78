import { type ClockStyle, spokenDay, spokenTime } from '../../../contract/spoken.ts'

/** How Lantern writes dates, times, names and figures. Days and times are the hospital's; moments need its zone. */

/** '2026-11-21' → '21 Nov 2026' */
export const formatDay = spokenDay

/**
 * How the hospital's clocks are read. There is one hospital, and hundreds of times on a page: it is known here, and not
 * handed to each of them. What is drawn once and kept (`memo`) reads the site, which changes with it.
 */
let clockStyle: ClockStyle = '12h'

/** From now on times are written so. */
export function writeTimesBy(style: ClockStyle): void {
  clockStyle = style
}

/** '2026-11-16', '2026-11-22' → '16 Nov 2026 to 22 Nov 2026'; one day appears once */
export function formatDays({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** '2026-11-21' → 'Saturday, 21 Nov 2026' */
export function formatWeekday(day: string): string {
  return `${weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]}, ${formatDay(day)}`
}

/** '10:30' → '10:30 AM', or as it is where the day has 24 hours. No line ends between a time and its half of the day. */
export function formatTime(time: string): string {
  return spokenTime(time, clockStyle).replace(' ', '\u00a0')
}

/** '7:30 AM to 8:00 PM' */
export function formatHours({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  return `${formatTime(startsAt)} to ${formatTime(endsAt)}`
}

/** One for each zone: making one takes longer than drawing a card. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const made = clocks.get(timeZone)
  if (made) return made
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** 9 → '9 AM to 10 AM', or '9:00 to 10:00' */
export function hourWords(hour: number): string {
  if (clockStyle === '24h') return `${hour}:00 to ${hour + 1}:00`
  const at = (one: number) => `${one % 12 || 12} ${one % 24 < 12 ? 'AM' : 'PM'}`
  return `${at(hour)} to ${at(hour + 1)}`
}

/** The calendar day (yyyy-mm-dd) and wall-clock time (hh:mm) of a moment in a time zone. */
export function inZone(moment: string | Date, timeZone: string): { day: string; time: string } {
  const parts = clockOf(timeZone).formatToParts(new Date(moment))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

/** The day that it is now in a time zone, yyyy-mm-dd. */
export function todayIn(timeZone: string, now = new Date()): string {
  return inZone(now, timeZone).day
}

/** '2026-11-21T10:42:00.000Z' → '21 Nov 2026, 10:42 AM' */
export function formatMoment(moment: string | Date, timeZone: string): string {
  const { day, time } = inZone(moment, timeZone)
  return `${formatDay(day)}, ${formatTime(time)}`
}

/** '2026-11-21T10:42:00.000Z' → '10:42 AM' */
export function formatMomentTime(moment: string | Date, timeZone: string): string {
  return formatTime(inZone(moment, timeZone).time)
}

/** Milliseconds → '3 h 5 min', '12 min', 'under 1 min' */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'under 1 min'
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days} d ${hours % 24} h`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Milliseconds → 'just now', '12 min ago', '3 h ago', '5 d ago': as much as one wants to know of what is long ago */
export function agoWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ago` : `${formatNumber(Math.floor(hours / 24))} d ago`
}

/** 'RAO, Asha': how a patient is named wherever a mix-up would matter. */
export function patientName(name: { firstName: string; lastName: string }): string {
  return `${name.lastName.toLocaleUpperCase('en')}, ${name.firstName}`
}

/** 'Asha Rao' */
export function fullName(name: { firstName: string; lastName: string }): string {
  return `${name.firstName} ${name.lastName}`.trim()
}

/** 12345 → '12,345' */
export function formatNumber(figure: number): string {
  return figure.toLocaleString('en-US')
}

/** 1, 'patient' → '1 patient'; 3, 'patient' → '3 patients' */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${formatNumber(count)} ${count === 1 ? thing : things}`
}

/** Unknown values are never left blank. */
export function orNotRecorded(value: string | null | undefined): string {
  return value?.trim() ? value : 'Not recorded'
}
