/** Milliseconds. */
export const minute = 60_000
export const dayLength = 24 * 60 * minute

/** A calendar day as the number of days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayLength)
}

/** yyyy-mm-dd. */
export function dayText(number: number): string {
  return new Date(number * dayLength).toISOString().slice(0, 10)
}

/** hh:mm. */
export function timeText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** What turns a wall clock in a time zone into moments, and back. */
export interface WallClock {
  /** The moment (milliseconds since 1970) at which the clock shows `minutes` past midnight of a day. */
  momentAt(day: number, minutes: number): number
  dayAt(moment: number): number
  /** Minutes past midnight. */
  minutesAt(moment: number): number
}

export function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const offsets = new Map<number, number>()
  const shown = (moment: number) => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)
  /** How far the clock is ahead of UTC around noon of a day: hospitals' days don't begin at 3 at night. */
  function offsetOf(day: number): number {
    let offset = offsets.get(day)
    if (offset === undefined) {
      const noon = day * dayLength + dayLength / 2
      offset = shown(noon) - noon
      offsets.set(day, offset)
    }
    return offset
  }
  return {
    momentAt: (day, minutes) => day * dayLength + minutes * minute - offsetOf(day),
    dayAt: (moment) => Math.floor(shown(moment) / dayLength),
    minutesAt: (moment) => Math.floor((shown(moment) % dayLength) / minute),
  }
}
