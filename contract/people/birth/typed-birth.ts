import { readTypedDay, readTypedPeriod } from '../../days.ts'
import type { Birth } from './birth.ts'

/** Dates of birth as forms hold them: as far as they are known, '1984-05-12', '1984-05' or '1984'. */

const about = /^(?:about|around|approx|circa|abt|ca|c|~|≈)[. ]*(?=[a-z\d])/
const aged = /^(\d{1,3}) ?(years?|yrs?|y|months?|mths?)?(?: old)?$/
const oldest = 130

/**
 * '21 Nov 1980', '21/11/1980' → '1980-11-21'; 'Nov 1980', '11/1980' → '1980-11'; '1980' → '1980'; 'about 40', '40 years',
 * 'about 8 months' → the year or the month that is so long before today. Undefined for anything else.
 */
export function readTypedBirth(typed: string, today: string): string | undefined {
  const day = readTypedDay(typed)
  if (day) return day
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const rest = text.replace(about, '')
  const period = readTypedPeriod(rest)
  // Digits that are no year yet may be the beginning of a day: '2111' of '21111980'.
  if (period && (period.length > 4 || (period >= '1850' && period <= today))) return period
  const [, age = '', unit = rest === text ? undefined : 'years'] = aged.exec(rest) ?? []
  if (!age || !unit || Number(age) > oldest) return undefined
  return unit.startsWith('m')
    ? monthsBefore(today, Number(age))
    : String(Number(today.slice(0, 4)) - Number(age))
}

function monthsBefore(today: string, months: number): string {
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - months
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
}

/** Whether it is understood, and not still as it was typed. */
export function isKnownBirth(held: string): boolean {
  return /^\d{4}(-\d\d){0,2}$/.test(held) && (readTypedDay(held) ?? readTypedPeriod(held)) === held
}

/** The known part of a date of birth, as the contract has it. */
export function birthOf(known: string): Birth {
  const birthPrecision = known.length === 4 ? 'YEAR' : known.length === 7 ? 'MONTH' : 'DAY'
  return { dateOfBirth: known + (known && 'YYYY-01-01'.slice(known.length)), birthPrecision }
}
