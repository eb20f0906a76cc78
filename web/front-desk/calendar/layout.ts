import { timeOf } from '../../../contract/clock.ts'
import { passedBy } from '../../../contract/front-desk/appointment-days.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { lastSeat } from '../../../contract/front-desk/appointments.ts'
import type { Closure } from '../../../contract/front-desk/closures.ts'
import type { SessionOfDay } from '../../../contract/front-desk/schedules.ts'
import { minutesOf } from '../../../contract/spoken.ts'

/** How sessions, bookings and absences become columns and lines of time. Minutes are those of the day. */

export interface Clock {
  day: string
  time: string
}

export interface Entry {
  appointment: Appointment
  /** Minutes that the patient is late today; undefined for others. */
  overdue: number | undefined
}

/** A slot, all tokens of a session, or bookings beside the slots; each begins at a time of its column. */
export interface Cell {
  kind: 'slot' | 'tokens' | 'beside'
  at: number
  until: number
  /** hh:mm, as it is booked. */
  time: string
  places: number
  free: number
  /** Places that are held while a patient is asked. */
  held: number
  /** Whether the time can still be booked. */
  isOpen: boolean
  entries: Entry[]
}

export interface Absence {
  id: string
  from: number
  until: number
  cause: Closure['cause']
  reason: string
}

export interface Column {
  key: string
  doctorId: string
  doctor: string
  date: string
  sessions: Pick<SessionOfDay, 'id' | 'clinic' | 'room' | 'startsAt' | 'endsAt' | 'kind' | 'onlineLeft'>[]
  /** Whether the doctor has hours at all on such days. */
  keepsHours: boolean
  /** Free places that can still be booked. */
  free: number
  absences: Absence[]
  cells: Cell[]
  /** Walk-ins and those booked beside the slots. */
  lane: Cell[]
}

/** A day that has 24 hours. */
const day = 24 * 60
/** Minutes that a booking without a length takes up on the screen. */
const usual = 15

/** A time is open until it can't be booked without a question; tokens are, until their session ends. */
function isOpenAt(date: string, cell: { at: number; until: number; isTokens: boolean }, now: Clock): boolean {
  if (date !== now.day) return date > now.day
  return cell.isTokens
    ? cell.until > minutesOf(now.time)
    : passedBy({ date, time: timeOf(cell.at) }, now) === undefined
}

function entryOf(appointment: Appointment, now: Clock): Entry {
  const { date, time, status } = appointment
  const late = minutesOf(now.time) - minutesOf(time)
  return { appointment, overdue: status === 'SCHEDULED' && date === now.day && late > 0 ? late : undefined }
}

/** No cell reaches into the next one. */
function apart(cells: Cell[]): Cell[] {
  const sorted = cells.toSorted((a, b) => a.at - b.at)
  return sorted.map((cell, at) => ({ ...cell, until: Math.min(cell.until, sorted[at + 1]?.at ?? day) }))
}

/** Whether an absence is in force for a column: a holiday is for doctors who keep hours. */
function absencesOf(closures: readonly Closure[], column: Pick<Column, 'doctorId' | 'date' | 'keepsHours'>) {
  const { doctorId, date, keepsHours } = column
  return closures
    .filter((one) => (one.doctorId === null ? keepsHours : one.doctorId === doctorId))
    .filter(({ from, to }) => from <= date && date <= to)
    .map(({ id, cause, reason, ...one }) => ({
      id,
      cause,
      reason,
      from: one.from === date && one.fromTime ? minutesOf(one.fromTime) : 0,
      until: one.to === date && one.toTime ? minutesOf(one.toTime) : day,
    }))
}

export interface OfColumn {
  doctorId: string
  doctor: string
  date: string
  sessions: readonly SessionOfDay[]
  keepsHours: boolean
  appointments: readonly Appointment[]
  closures: readonly Closure[]
  now: Clock
}

/** A doctor's day. */
export function columnOf({ sessions, appointments, closures, now, ...of }: OfColumn): Column {
  const cells: Cell[] = sessions.flatMap(({ slots, kind, endsAt, slotMinutes }) =>
    slots.map(({ time, places, free, held = 0 }) => {
      const at = minutesOf(time)
      const isTokens = kind === 'TOKENS'
      const until = isTokens ? minutesOf(endsAt) : at + (slotMinutes ?? usual)
      const isOpen = isOpenAt(of.date, { at, until, isTokens }, now)
      return { kind: isTokens ? 'tokens' : 'slot', at, until, time, places, free, held, isOpen, entries: [] }
    }),
  )
  const lane: Cell[] = []
  const beside = (list: Cell[], { appointment, overdue }: Entry) => {
    const at = minutesOf(appointment.time)
    const length = appointment.minutes ?? usual
    const cell = list.find((one) => one.at === at && one.kind !== 'tokens')
    if (cell) cell.entries.push({ appointment, overdue })
    else
      list.push({
        kind: 'beside',
        at,
        until: Math.min(day, at + length),
        time: appointment.time,
        places: 0,
        free: 0,
        held: 0,
        isOpen: false,
        entries: [{ appointment, overdue }],
      })
  }
  for (const appointment of appointments) {
    if (appointment.status === 'CANCELLED') continue
    const entry = entryOf(appointment, now)
    const { sessionId, seat, type } = appointment
    const session = sessions.find(({ id }) => id === sessionId)
    const hasPlace = session !== undefined && seat <= lastSeat && type !== 'EMERGENCY'
    const tokens = hasPlace && session.kind === 'TOKENS' && cells.find(isTokensOf(session))
    if (tokens) tokens.entries.push(entry)
    else beside(hasPlace || sessions.length === 0 ? cells : lane, entry)
  }
  const seated = appointments.flatMap(({ status, type, seat, sessionId, time, minutes }) => {
    const hasSlot = sessionId !== null && minutes !== null && seat <= lastSeat
    if (!hasSlot || status === 'CANCELLED' || type === 'EMERGENCY') return []
    const from = minutesOf(time)
    return { from, until: from + minutes, seat }
  })
  for (const cell of [...cells, ...lane]) {
    cell.entries.sort((a, b) => bySeat(a.appointment, b.appointment))
    // Bookings and cancellations arrive before the free places are read again.
    cell.free = Math.max(0, cell.places - cell.held - takenIn(cell, seated))
  }
  const column = { ...of, key: `${of.doctorId} ${of.date}` }
  return {
    ...column,
    sessions: sessions.map(({ id, clinic, room, startsAt, endsAt, kind, onlineLeft }) => ({
      id,
      clinic,
      room,
      startsAt,
      endsAt,
      onlineLeft,
      kind,
    })),
    free: cells.reduce((sum, { isOpen, free }) => sum + (isOpen ? free : 0), 0),
    absences: absencesOf(closures, column),
    cells: apart(cells),
    lane: apart(lane),
  }
}

interface Seated {
  from: number
  until: number
  seat: number
}

/** Places of a cell that are booked. One booking can reach into several slots where the hours have changed. */
function takenIn({ kind, at, until, entries }: Cell, seated: readonly Seated[]): number {
  if (kind === 'tokens') return entries.length
  const within = seated.filter((one) => one.from < until && at < one.until)
  return new Set(within.map(({ seat }) => seat)).size
}

const isTokensOf =
  ({ startsAt }: SessionOfDay) =>
  ({ kind, time }: Cell) =>
    kind === 'tokens' && time === startsAt

const bySeat = (a: Appointment, b: Appointment) => a.seat - b.seat || a.queueNumber - b.queueNumber

/** The doctors of a day: those with sessions by name, then those with bookings although they have none. */
export function columnsOfDay({
  date,
  sessions,
  keepHours,
  appointments,
  closures,
  now,
}: {
  date: string
  sessions: readonly SessionOfDay[]
  /** The doctors who keep hours. */
  keepHours: readonly string[]
  appointments: readonly Appointment[]
  closures: readonly Closure[]
  now: Clock
}): Column[] {
  const doctors = new Map<string, string>()
  for (const { doctorId, doctor } of sessions) doctors.set(doctorId, doctor)
  for (const { doctorId, doctor, status } of appointments)
    if (status !== 'CANCELLED' && !doctors.has(doctorId))
      doctors.set(doctorId, `${doctor.firstName} ${doctor.lastName}`.trim())
  const ofDoctor = Map.groupBy(sessions, ({ doctorId }) => doctorId)
  const bookings = Map.groupBy(appointments, ({ doctorId }) => doctorId)
  return [...doctors]
    .map(([doctorId, doctor]) =>
      columnOf({
        doctorId,
        doctor,
        date,
        sessions: ofDoctor.get(doctorId) ?? [],
        keepsHours: keepHours.includes(doctorId),
        appointments: bookings.get(doctorId) ?? [],
        closures,
        now,
      }),
    )
    .sort(
      (a, b) =>
        Number(b.sessions.length > 0) - Number(a.sessions.length > 0) ||
        a.doctor.localeCompare(b.doctor) ||
        a.doctorId.localeCompare(b.doctorId),
    )
}

/** The lines of time at which anything begins or ends, from the first to the end of the last. */
export function linesOf(columns: readonly Column[]): number[] {
  const spans = columns.flatMap(({ cells, lane }) => [...cells, ...lane])
  const lines = new Set(spans.flatMap(({ at, until }) => [at, until]))
  // Absences alone have lines of their hours, so that a day on leave can be seen.
  const absences = columns.flatMap((column) => column.absences)
  const hours = columns.flatMap((column) => column.sessions)
  for (const { startsAt, endsAt } of hours) lines.add(minutesOf(startsAt)).add(minutesOf(endsAt))
  const [first, last] = [Math.min(...lines), Math.max(...lines)]
  for (const bound of absences.flatMap(({ from, until }) => [from, until]))
    if (first < bound && bound < last) lines.add(bound)
  return [...lines].sort((a, b) => a - b)
}

/** The row of a grid that a minute is in, from 0, and how much of the row has passed; undefined outside. */
export function rowOf(lines: readonly number[], minute: number): { row: number; part: number } | undefined {
  const row = lines.findLastIndex((line) => line <= minute)
  const [from, until] = [lines[row], lines[row + 1]]
  return from === undefined || until === undefined
    ? undefined
    : { row, part: (minute - from) / (until - from) }
}

/** A place for the arrow keys, by its column and the minute at which it begins. */
export interface Stop {
  key: string
  column: number
  at: number
}

/** The stop to which a key leads; undefined for none. Those of a column are in their order from top to bottom. */
export function nextStop(stops: readonly Stop[], current: Stop, key: string): Stop | undefined {
  const own = stops.filter(({ column }) => column === current.column)
  const place = own.findIndex((stop) => stop.key === current.key)
  const columns = [...new Set(stops.map(({ column }) => column))].sort((a, b) => a - b)
  const beside = (step: number) => columns[columns.indexOf(current.column) + step]
  switch (key) {
    case 'ArrowDown':
      return own[place + 1]
    case 'ArrowUp':
      return own[place - 1]
    case 'ArrowRight':
      return nearest(stops, beside(1), current.at)
    case 'ArrowLeft':
      return nearest(stops, beside(-1), current.at)
    case 'Home':
      return nearest(stops, columns[0], current.at)
    case 'End':
      return nearest(stops, columns.at(-1), current.at)
    default:
      return undefined
  }
}

/** The last stop of a column that begins by then, or its first. */
export function nearest(stops: readonly Stop[], column: number | undefined, at: number): Stop | undefined {
  const own = stops.filter((stop) => stop.column === column)
  const before = own.findLast((stop) => stop.at <= at)
  return own.find((stop) => stop.at === before?.at) ?? own[0]
}

/** A doctor's day as one list: those beside the slots stand among them. */
export function asAgenda(column: Column): Column {
  const cells: Cell[] = []
  for (const cell of [...column.cells, ...column.lane]) {
    const at = cells.findIndex((one) => one.at === cell.at && one.kind !== 'tokens')
    const same = cells[at]
    if (same) cells[at] = { ...same, entries: [...same.entries, ...cell.entries] }
    else cells.push(cell.kind === 'beside' ? { ...cell, at: later(cells, cell.at) } : cell)
  }
  return { ...column, cells: apart(cells), lane: [] }
}

/** Below the tokens that begin at the same time. */
const later = (cells: readonly Cell[], at: number) => (cells.some((cell) => cell.at === at) ? at + 1 : at)
