import { readTypedDay } from '../../../../contract/days.ts'
import { formatDay } from '../format.ts'

/**
 * Dates as people type them. The day comes first, as on every form of the hospital; a year has four digits, because
 * '80' could be a grandmother or a newborn.
 */

const shortYear = /^\d{1,2}[-/., ]+(\d{1,2}|[a-z]{3,9})[-/., ]+\d{2}$/

/** A day as forms hold it (yyyy-mm-dd once understood, as typed until then) in the words of the hospital. */
export function dayWords(held: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(held) && readTypedDay(held) ? formatDay(held) : held
}

/** Why a typed date could not be read, and what to do. */
export function typedDayProblem(typed: string, example = '21 Nov 2026'): string {
  return shortYear.test(typed.trim().toLowerCase())
    ? `Enter the year with four digits, e.g. ${example}`
    : `Enter a valid date, e.g. ${example}`
}
