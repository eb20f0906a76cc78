/** Milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const dayLength = 24 * hour

/** A calendar day as the number of days since 1970-01-01. */
export const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayLength)

export const dayText = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10)

export const timeText = (minutes: number) => new Date(minutes * minute).toISOString().slice(11, 16)

export const weekdayOf = (day: number) => (day + 4) % 7

export type WallClock = ReturnType<typeof wallClock>

/** Converts a wall clock in a time zone to moments (milliseconds since 1970), and back. */
export function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offsets = new Map<number, number>()
  const shown = (moment: number) => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)
  /** How far the clock is ahead of UTC at noon, used for the whole day: clocks change before work begins. */
  function offsetOf(day: number): number {
    const noon = day * dayLength + dayLength / 2
    const offset = offsets.get(day) ?? shown(noon) - noon
    offsets.set(day, offset)
    return offset
  }
  return {
    /** The moment at which the clock shows `minutes` past midnight of a day. */
    momentAt: (day: number, minutes: number) => day * dayLength + minutes * minute - offsetOf(day),
    dayAt: (moment: number) => Math.floor(shown(moment) / dayLength),
    /** Minutes past midnight. */
    minutesAt: (moment: number) => Math.floor((shown(moment) % dayLength) / minute),
  }
}
