import { type PracticeSession, weekdayNames, weeksOfMonth } from '../../../contract/front-desk/schedules.ts'
import { countOf, formatDay, formatHours } from '../../ground/ui/format.ts'

const nth = ['', '1st', '2nd', '3rd', '4th', '5th']

/** 'Monday, 9:00 AM to 12:00 PM' */
export function sessionWords(session: Pick<PracticeSession, 'weekday' | 'startsAt' | 'endsAt'>): string {
  return `${weekdayNames[session.weekday]}, ${formatHours(session)}`
}

/** 'Monday', 'Monday and Tuesday', 'Monday to Friday' */
export function daysWords(run: readonly PracticeSession[]): string {
  const [first, last] = [run[0], run.at(-1)].map((one) => one && weekdayNames[one.weekday])
  return first === last ? `${first}` : `${first} ${run.length === 2 ? 'and' : 'to'} ${last}`
}

/** '15 min, 1 patient each', 'Tokens, 30 patients' */
export function kindWords({ kind, slotMinutes, capacity }: PracticeSession): string {
  return kind === 'TOKENS'
    ? `Tokens, ${countOf(capacity, 'patient')}`
    : `${slotMinutes} min, ${countOf(capacity, 'patient')} each`
}

export function walkInWords(walkIns: number | null): string {
  return walkIns === null
    ? 'Any number of walk-ins'
    : walkIns === 0
      ? 'No walk-ins'
      : countOf(walkIns, 'walk-in')
}

/** Undefined where all free places can be booked from home, or none because the clinic cannot. */
export function onlineWords(places: number | null): string | undefined {
  if (places === null) return undefined
  return places === 0 ? 'Not booked from home' : `${places} booked from home at most`
}

/** '1st and 3rd of the month'; undefined where it is every week. */
export function weeksWords(weeks: readonly number[]): string | undefined {
  if (weeks.length === weeksOfMonth.length) return undefined
  const names = weeks.map((week) => nth[week])
  const last = names.pop()
  return `${names.length > 0 ? `${names.join(', ')} and ${last}` : last} of the month`
}

export const weekName = (week: number) => nth[week] ?? String(week)

/** 'From 1 Dec 2026', 'Until 31 Dec 2026'; undefined where it is in force without an end. */
export function validWords({ validFrom, validUntil }: PracticeSession, today: string): string | undefined {
  const from = validFrom > today ? formatDay(validFrom) : undefined
  const until = validUntil && formatDay(validUntil)
  if (from && validFrom === validUntil) return `Only on ${from}`
  if (from) return until ? `${from} to ${until}` : `From ${from}`
  return until ? `Until ${until}` : undefined
}
