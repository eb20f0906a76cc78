import { z } from 'zod'
import {
  endPracticeSession,
  type PracticeSession,
  SessionChange,
  SessionForm,
  type SessionKind,
  sessionKindNames,
  type Weekday,
  weekdayNames,
  weekdays,
  weeksOfMonth,
} from '../../../contract/front-desk/schedules.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { dayWords } from '../../ground/ui/form/typed-day.ts'
import { formatTime } from '../../ground/ui/format.ts'
import { weekName } from './session-words.ts'

/** A session's values while they are filled in. */
export interface SessionValues {
  doctorId: string
  clinicId: string
  room: string
  /** Numbers of weekdays; a session that is changed has one. */
  days: string[]
  startsAt: string
  endsAt: string
  kind: SessionKind
  slotMinutes: string
  capacity: string
  walkIns: string
  onlinePlaces: string
  weeks: string[]
  validFrom: string
  validUntil: string
}

const everyWeek = weeksOfMonth.map(String)

/** Monday is first, whatever was ticked first. */
export const chosenDays = (days: readonly string[]): Weekday[] =>
  weekdays.filter((day) => days.includes(String(day)))

const daysWords = (days: readonly string[]) =>
  chosenDays(days)
    .map((day) => weekdayNames[day])
    .join(', ')

export const sessionFields = {
  doctorId: { label: 'Doctor' },
  clinicId: { label: 'Clinic' },
  room: { label: 'Room' },
  days: { label: 'Day', words: daysWords },
  startsAt: { label: 'Start', words: formatTime },
  endsAt: { label: 'End', words: formatTime },
  kind: { label: 'Booked by', words: (kind) => sessionKindNames[kind] },
  slotMinutes: { label: 'Minutes for each appointment' },
  capacity: { label: 'Patients' },
  walkIns: { label: 'Walk-ins at most' },
  onlinePlaces: { label: 'Booked from home at most' },
  weeks: {
    label: 'Weeks of the month',
    words: (weeks) => weeks.map((week) => weekName(Number(week))).join(', '),
    same: (one, other) => one.toSorted().join() === other.toSorted().join(),
  },
  validFrom: { label: 'First day', words: dayWords },
  validUntil: { label: 'Last day', words: dayWords },
} satisfies RecordFields<SessionValues>

/** A new session as most are: a morning of quarters of an hour, from today on. */
export const blankSession = (today: string, doctorId = '', clinicId = ''): SessionValues => ({
  doctorId,
  clinicId,
  room: '',
  days: [],
  startsAt: '',
  endsAt: '',
  kind: 'SLOTS',
  slotMinutes: '15',
  capacity: '1',
  walkIns: '',
  onlinePlaces: '',
  weeks: everyWeek,
  validFrom: today,
  validUntil: '',
})

const typedNumber = (value: number | null) => (value === null ? '' : String(value))

/** A change holds from today on, or from the day on which the session begins. */
export function sessionValues(session: PracticeSession, today: string): SessionValues {
  const { doctorId, clinicId, room, weekday, startsAt, endsAt, kind, slotMinutes, capacity } = session
  return {
    doctorId,
    clinicId,
    room: room ?? '',
    days: [String(weekday)],
    startsAt,
    endsAt,
    kind,
    slotMinutes: typedNumber(slotMinutes),
    capacity: String(capacity),
    walkIns: typedNumber(session.walkIns),
    onlinePlaces: typedNumber(session.onlinePlaces),
    weeks: session.weeks.map(String),
    validFrom: session.validFrom > today ? session.validFrom : today,
    validUntil: session.validUntil ?? '',
  }
}

/** Reads a typed number; the contract says when it is none. */
function readNumber(typed: string): number | null {
  const text = typed.trim()
  return text === '' ? null : Number(text)
}

/** Makes the contract’s form of a session on the first of the chosen days. */
function read({ days, slotMinutes, capacity, walkIns, onlinePlaces, weeks, ...values }: SessionValues) {
  return {
    ...values,
    weekday: chosenDays(days)[0],
    slotMinutes: values.kind === 'TOKENS' ? null : readNumber(slotMinutes),
    capacity: readNumber(capacity),
    walkIns: readNumber(walkIns),
    onlinePlaces: readNumber(onlinePlaces),
    weeks: weeks.map(Number),
  }
}

const typedDays = ({ validFrom, validUntil }: SessionValues) =>
  [
    ['validFrom', validFrom],
    ['validUntil', validUntil],
  ] as const

const place = ([field = '']: readonly PropertyKey[]) => [field === 'weekday' ? 'days' : field]

export const sessionSchema = typedForm(SessionForm, read, typedDays, place)
export const sessionChangeSchema = typedForm(
  SessionChange,
  (values: SessionValues) => {
    const { doctorId: _, ...change } = read(values)
    // The version is that from which the edit began, which the form doesn’t hold.
    return { ...change, version: 1 }
  },
  typedDays,
  place,
)

export interface EndValues {
  lastDay: string
}
export const endFields = { lastDay: { label: 'Last day', words: dayWords } } satisfies RecordFields<EndValues>
export const endSchema = z.object({ lastDay: endPracticeSession.body.shape.lastDay })
