const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A calendar day as screens and sentences say it: '2026-11-21' is '21 Nov 2026', and '2026-11' is 'Nov 2026'. */
export function spokenDay(day: string): string {
  const [year, month, date] = day.split('-')
  return [date && Number(date), month && (months[Number(month) - 1] ?? month), year].filter(Boolean).join(' ')
}

/** How a hospital's clocks are read. */
export const clockStyles = ['12h', '24h'] as const
export type ClockStyle = (typeof clockStyles)[number]

/** A wall-clock time as screens and sentences say it: '14:05' is '2:05 PM', or '14:05' where the day has 24 hours. */
export function spokenTime(time: string, style: ClockStyle): string {
  if (style === '24h') return time.slice(0, 5)
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 || 12}:${time.slice(3, 5)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** Minutes since midnight: '10:30' is 630. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** Minutes as sentences say them: 750 is '12 hours 30 minutes'. */
export function spokenMinutes(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ')
}
