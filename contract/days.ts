/** The calendar day, yyyy-mm-dd, `days` after another; before it where negative. Time zones have no say in it. */
export function daysAfter(day: string, days: number): string {
  const moved = new Date(`${day}T12:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** How many days the second is after the first; negative where it is before it. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000)
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/
const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/
const digitsOnly = /^(\d{2})(\d{2})(\d{4})$/
const monthNamed = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ]*(\d{4})$/
const monthNamedFirst = /^([a-z]{3,9})[. ]*(\d{1,2})(?:st|nd|rd|th)?[, ]+(\d{4})$/
/** '21 Nov 1980', '21/11/1980', '21111980', '1980-11-21' → '1980-11-21'; undefined when it is no such day. */
export function readTypedDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const iso = yearFirst.exec(text)
  if (iso) return realDay(iso[1], iso[2], iso[3])
  const european = dayFirst.exec(text) ?? digitsOnly.exec(text)
  if (european) return realDay(european[3], european[2], european[1])
  const named = monthNamed.exec(text)
  if (named) return realDay(named[3], monthNumber(named[2]), named[1])
  const american = monthNamedFirst.exec(text)
  if (american) return realDay(american[3], monthNumber(american[1]), american[2])
  return undefined
}

/** 'May 1984', '5/1984', '1984-05' → '1984-05'; '1984' → '1984'; undefined when it is no such month or year. */
export function readTypedPeriod(typed: string): string | undefined {
  const month = readTypedDay(`1 ${typed}`) ?? readTypedDay(`${typed}-1`)
  return month?.slice(0, 7) ?? readTypedDay(`1 1 ${typed}`)?.slice(0, 4)
}

function monthNumber(name = ''): string {
  return String(monthNames.findIndex((month) => month.startsWith(name)) + 1)
}

function realDay(year = '', month = '', date = ''): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const real = new Date(`${day}T00:00:00Z`)
  // 31 Feb would become 3 Mar.
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? day : undefined
}
