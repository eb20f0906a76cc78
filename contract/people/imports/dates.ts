import { readTypedDay } from '../../days.ts'
import { readTypedBirth } from '../birth/typed-birth.ts'

/**
 * The order of day and month in a column of dates (record 98). It is proved by the column's own values or chosen by a
 * person, never guessed for a row: 03/04/1990 is a different birthday on either side of the Atlantic.
 */

export const dateOrders = ['DMY', 'MDY'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * `CLEAR`: no value leaves it open, because the year comes first or the month is a word. `UNPROVED`: every value can be
 * read both ways. `MIXED`: some values have the day first, others the month.
 */
export const dateProofs = ['CLEAR', 'DMY', 'MDY', 'UNPROVED', 'MIXED'] as const
export type DateProof = (typeof dateProofs)[number]

/** Facts about the values of a column so far. */
export interface DateEvidence {
  /** Values that are a date, in some order. */
  dates: number
  others: number
  open: number
  /** The first value that can only have the day first, or the month, and the first that leaves it open. */
  dayFirst: string | null
  monthFirst: string | null
  openExample: string | null
}

export const noEvidence = (): DateEvidence => ({
  dates: 0,
  others: 0,
  open: 0,
  dayFirst: null,
  monthFirst: null,
  openExample: null,
})

const twoThenYear = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/
const digitsThenYear = /^(\d{2})(\d{2})((?:18|19|20|21)\d{2})$/
const yearThenDigits = /^((?:18|19|20|21)\d{2})(\d{2})(\d{2})$/
const shortYear = /^(?:\d{1,2}[-/. ]){0,2}(?:\d{0,2}[-/. ]?\p{L}{3,9}[-/., ]+)?['’]?\d{2}$/u
/** Spreadsheets and databases write a time behind a day. */
const timeBehind = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?(Z|[+-]\d{2}:?\d{2})?$/

const pad = (digits = '') => digits.padStart(2, '0')

/** A day as year, month and day, if there is such a day. */
const dayOf = (year = '', month = '', day = '') => readTypedDay(`${year}-${pad(month)}-${pad(day)}`)

/** Both readings of a date whose year comes last; null where it is none. */
function bothWays(typed: string): Record<DateOrder, string | undefined> | null {
  const apart = twoThenYear.exec(typed)
  const [one, other, year] = apart
    ? [apart[1], apart[3], apart[4]]
    : (digitsThenYear.exec(typed) ?? []).slice(1)
  if (!year) return null
  return { DMY: dayOf(year, other, one), MDY: dayOf(year, one, other) }
}

/** A date that has one reading: the year comes first, or the month is a word. */
function oneWay(typed: string): string | undefined {
  const digits = yearThenDigits.exec(typed)
  if (digits) return dayOf(digits[1], digits[2], digits[3])
  return /^\d{4}[-/. ]/.test(typed) || /\p{L}/u.test(typed) ? readTypedDay(typed) : undefined
}

const bare = (typed: string) => typed.trim().replace(timeBehind, '')

/** Other systems write what they don't know of a day as zeros: '00/05/1984', '1984-00-00'. */
const withoutZeros = (typed: string) =>
  typed.replace(/^(?:00?([-/. ]))+(?=.*\d{4}$)/, '').replace(/^(\d{4}.*?)(?:[-/. ]00?)+$/, '$1')

/** '1984', '05/1984', 'May 1984' → the year or the month; undefined for a day, and for an age, whose date is not known. */
function partOf(text: string, today: string): string | undefined {
  const known = /\d{4}/.test(text) ? readTypedBirth(withoutZeros(text), today) : undefined
  return known && known.length < 10 ? known : undefined
}

/** The date of birth, as far as it is known, that a value of the column is, or the sentence for why it is none. */
export function readBirth(
  typed: string,
  order: DateOrder | null,
  today: string,
): { birth: string } | { problem: string } {
  const part = partOf(bare(typed), today)
  if (part) return { birth: part }
  const day = readDate(typed, order)
  return 'day' in day ? { birth: day.day } : day
}

/** Takes one value of a column into account; an empty one tells nothing. */
export function noteDate(evidence: DateEvidence, typed: string): void {
  const text = bare(typed)
  if (text === '') return
  if (oneWay(text)) {
    evidence.dates++
    return
  }
  // A year or a month says nothing about the order.
  if (partOf(text, '9999')) return
  const ways = bothWays(text)
  if (!ways || !(ways.DMY ?? ways.MDY)) {
    evidence.others++
    return
  }
  evidence.dates++
  if (ways.DMY === ways.MDY) return
  if (!ways.MDY) evidence.dayFirst ??= text
  else if (!ways.DMY) evidence.monthFirst ??= text
  else {
    evidence.open++
    evidence.openExample ??= text
  }
}

/** The order that a column proves; null where few of its values are dates. */
export function dateProof({ dates, others, open, dayFirst, monthFirst }: DateEvidence): DateProof | null {
  if (dates === 0 || others > dates) return null
  if (dayFirst && monthFirst) return 'MIXED'
  if (dayFirst) return 'DMY'
  if (monthFirst) return 'MDY'
  return open > 0 ? 'UNPROVED' : 'CLEAR'
}

export const mustChooseOrder = (proof: DateProof | null) => proof === 'UNPROVED' || proof === 'MIXED'

/** The order by which a column is read: the chosen one, else the proved one; null where it has to be chosen. */
export function orderOf(proof: DateProof | null, chosen: DateOrder | null): DateOrder | null {
  return chosen ?? (proof === 'DMY' || proof === 'MDY' ? proof : null)
}

/** The day, yyyy-mm-dd, that a value of the column is, or the sentence for why it is none. */
export function readDate(typed: string, order: DateOrder | null): { day: string } | { problem: string } {
  const text = bare(typed)
  const clear = oneWay(text)
  if (clear) return { day: clear }
  if (shortYear.test(text)) return { problem: `“${text}” needs a year of four digits` }
  const ways = bothWays(text)
  if (ways && ways.DMY === ways.MDY && ways.DMY) return { day: ways.DMY }
  if (ways && !order) return { problem: `“${text}” can be read two ways. Choose whether the day comes first` }
  const day = order ? ways?.[order] : undefined
  if (day) return { day }
  const other = order && ways?.[order === 'DMY' ? 'MDY' : 'DMY']
  if (other) return { problem: `“${text}” is no date with the ${order === 'DMY' ? 'day' : 'month'} first` }
  return { problem: `“${text}” is not a date` }
}
