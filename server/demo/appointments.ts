import type pg from 'pg'
import type { AppointmentStatus, AppointmentType, CancelReason } from '../../contract/appointments.ts'
import { dayLength, dayText, minute, timeText } from './calendar.ts'
import { type VisitIllness, visitIllnesses } from './content.ts'
import type { Row } from './load.ts'
import { type Patient, type Person, patientOn, personAt, suits } from './people.ts'
import { kinds, type Population, registeredAt, registeredBefore } from './population.ts'
import { type Random, randomFrom, uuidAt } from './random.ts'
import type { DemoStaff } from './staff.ts'

export interface Visit {
  id: string
  person: Person
  doctorId: string
  day: number
  /** Minutes past midnight. */
  time: number
  status: AppointmentStatus
  type: AppointmentType
  queueNumber: number
  /** What the desk noted when booking. */
  illness: VisitIllness | null
  cancelReason: CancelReason | null
  cancelNote: string | null
  bookedAt: number
  queuedAt: number | null
  startedAt: number | null
  completedAt: number | null
  cancelledAt: number | null
}

export interface Practice extends Population {
  staff: DemoStaff
  /** Appointments of a weekday. */
  usualVisits: number
}

const opens = 8 * 60
const slotLength = 20
const slotsADay = 30
const types: readonly (readonly [AppointmentType, number])[] = [
  ['GENERAL', 45],
  ['FOLLOW_UP', 32],
  ['SPECIALIST', 18],
  ['EMERGENCY', 5],
]

/** All appointments of one day, in the order of their queue numbers. `firstPlace` counts those of the days before. */
export function visitsOfDay(practice: Practice, day: number, firstPlace: number): Visit[] {
  const { seed, clock, now, today, staff } = practice
  const random = randomFrom(seed, kinds.day, day - today)
  const known = registeredBefore(practice, Math.min(clock.momentAt(day, opens), now))
  const slots = chooseSlots(practice, random, day).slice(0, Math.floor(known / 2))
  const patients = choosePatients(random, known, slots.length)
  const visits = slots.map((slot, index): Visit => {
    const person = personAt(practice, patients[index] ?? 0)
    const isBookable = day <= today
    const drawn = random.weigh(types)
    const type = drawn === 'EMERGENCY' && !isBookable ? 'GENERAL' : drawn
    return {
      id: uuidAt(seed, kinds.appointment, firstPlace + index),
      person,
      doctorId: staff.doctors[slot.doctor] ?? '',
      day,
      time: slot.time,
      status: 'SCHEDULED',
      type,
      queueNumber: index + 1,
      illness: describeVisit(random, type, () => patientOn(practice, person, day)),
      cancelReason: null,
      cancelNote: null,
      bookedAt: registeredAt(practice, person.index) + 10 * minute,
      queuedAt: null,
      startedAt: null,
      completedAt: null,
      cancelledAt: null,
    }
  })
  setBookingTimes(practice, random, visits, day)
  if (day < today) for (const visit of visits) happen(practice, random, visit)
  else if (day > today)
    for (const visit of visits) if (random.chance(0.03)) callOff(random, visit, now, false)
  if (day === today) unfold(practice, random, visits)
  return visits
}

const illnessesOf = Map.groupBy(visitIllnesses, ({ type }) => type)

/** What the desk noted when booking, as often as desks do, of what somebody may have. */
export function describeVisit(
  random: Random,
  type: AppointmentType,
  patient: () => Patient,
): VisitIllness | null {
  if (type !== 'EMERGENCY' && random.chance(0.35)) return null
  const somebody = patient()
  const fitting = illnessesOf.get(type)?.filter((illness) => suits(illness, somebody)) ?? []
  return fitting.length > 0 ? random.pick(fitting) : null
}

interface Slot {
  doctor: number
  time: number
}

/** Different slots of the doctors, by time; desks give them out nearly in that order. */
function chooseSlots({ staff, usualVisits, today }: Practice, random: Random, day: number): Slot[] {
  const weekday = (day + 4) % 7
  const share = day === today ? 1.15 : weekday === 0 ? 0.2 : weekday === 6 ? 0.5 : 1
  const count = Math.min(
    Math.round(usualVisits * share * (0.9 + random.next() * 0.2)),
    staff.doctors.length * slotsADay,
  )
  const slots: Slot[] = []
  const taken = new Set<number>()
  // The doctor of the demo has today well booked.
  if (day === today) {
    for (let slot = 0; slot < slotsADay && slots.length < count / 2; slot++) {
      if (slot % 3 === 2) continue
      slots.push({ doctor: 0, time: opens + slot * slotLength })
      taken.add(slot)
    }
  }
  while (slots.length < count) {
    const place = random.below(staff.doctors.length * slotsADay)
    if (taken.has(place)) continue
    taken.add(place)
    slots.push({
      doctor: Math.floor(place / slotsADay),
      time: opens + (place % slotsADay) * slotLength,
    })
  }
  const order = new Map(slots.map((slot) => [slot, slot.time + random.between(-30, 30)]))
  return slots.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
}

/** Different patients, places in the order of registration; the lately registered come more often. */
function choosePatients(random: Random, known: number, count: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < count) {
    const back = random.chance(0.25) ? random.below(Math.ceil(known / 8)) : random.below(known)
    chosen.add(known - 1 - back)
  }
  return [...chosen]
}

/** Up to three weeks ahead, in the order of the queue numbers. */
function setBookingTimes({ clock, now, today }: Practice, random: Random, visits: Visit[], day: number) {
  const last = Math.min(day, today)
  const moments = visits
    .map(() =>
      Math.min(clock.momentAt(last - random.below(21), random.between(opens - 30, 17 * 60)), now - minute),
    )
    .sort((one, other) => one - other)
  visits.forEach((visit, index) => {
    const arrives = clock.momentAt(day, visit.time) - 30 * minute
    const booked = Math.min(moments[index] ?? now, arrives)
    visit.bookedAt = Math.max(booked, Math.min(visit.bookedAt, arrives))
  })
}

/** A day that is over: nearly everybody came. */
function happen({ clock, today }: Practice, random: Random, visit: Visit) {
  const appointed = clock.momentAt(visit.day, visit.time)
  if (visit.day < today && random.chance(0.09)) {
    callOff(random, visit, appointed + 60 * minute, true)
    return
  }
  visit.status = 'COMPLETED'
  visit.queuedAt = appointed - random.between(5, 25) * minute
  visit.startedAt = appointed + random.between(0, 22) * minute
  visit.completedAt = visit.startedAt + random.between(7, 19) * minute
}

/** Nobody has failed to attend what is not over. */
function callOff(random: Random, visit: Visit, latest: number, isOver: boolean) {
  visit.status = 'CANCELLED'
  visit.cancelReason = random.weigh([
    ['PATIENT_CANCELLED', 55],
    [isOver ? 'DID_NOT_ATTEND' : 'PATIENT_CANCELLED', 35],
    ['OTHER', 10],
  ])
  if (visit.cancelReason === 'OTHER')
    visit.cancelNote = random.pick([
      'Doctor on leave',
      'Moved to another hospital',
      'Booked twice by mistake',
    ])
  visit.cancelledAt =
    visit.cancelReason === 'DID_NOT_ATTEND'
      ? latest
      : visit.bookedAt + Math.floor(random.next() * Math.max(0, latest - visit.bookedAt))
}

/**
 * Today as it stands at this moment. Whoever tries the demo at night sees the middle of a day all the same: its
 * moments are set back from now as far as they would be from then.
 */
function unfold({ clock, now, staff }: Practice, random: Random, visits: Visit[]) {
  const shown = Math.min(Math.max(clock.minutesAt(now), 10 * 60 + 20), 15 * 60 + 40)
  const moment = (minutes: number) => now - (shown - minutes) * minute
  const busy = new Set<string>()
  for (const visit of visits.toSorted((one, other) => one.time - other.time)) {
    const early = visit.time - random.between(5, 25)
    const started = Math.min(visit.time + random.between(0, 12), shown - 12)
    // The doctor of the demo runs late, so that somebody is waiting.
    const isOver = visit.time + (visit.doctorId === staff.doctors[0] ? 45 : random.between(20, 80)) <= shown
    if (isOver) {
      visit.status = 'COMPLETED'
      visit.queuedAt = moment(early)
      visit.startedAt = moment(started)
      visit.completedAt = moment(Math.min(started + random.between(7, 19), shown - 1))
    } else if (visit.time <= shown && !busy.has(visit.doctorId)) {
      busy.add(visit.doctorId)
      visit.status = 'IN_PROGRESS'
      visit.queuedAt = moment(early)
      visit.startedAt = moment(Math.max(visit.time - 4, shown - random.between(3, 16)))
    } else if (visit.time <= shown + 60 && random.chance(0.85)) {
      visit.status = 'IN_QUEUE'
      visit.queuedAt = moment(Math.min(early, shown - random.between(2, 14)))
    } else if (visit.type === 'EMERGENCY') {
      // Emergencies are not announced.
      visit.type = 'GENERAL'
      visit.illness = null
    }
    visit.bookedAt = Math.min(visit.bookedAt, (visit.queuedAt ?? now) - 5 * minute)
    if (visit.type === 'EMERGENCY' && visit.queuedAt !== null) visit.bookedAt = visit.queuedAt - minute
  }
  const missed = visits.filter((visit) => visit.status === 'COMPLETED' && visit.time + 60 < shown)
  for (const [index, visit] of missed.entries()) {
    if (index % 9 !== 1 && missed.length > 1) continue
    visit.queuedAt = null
    visit.startedAt = null
    visit.completedAt = null
    visit.status = 'CANCELLED'
    visit.cancelReason = index === 1 ? 'DID_NOT_ATTEND' : 'PATIENT_CANCELLED'
    visit.cancelledAt = moment(visit.time + (index === 1 ? 45 : -90))
    visit.bookedAt = Math.min(visit.bookedAt, visit.cancelledAt - 5 * minute)
  }
}

/** The changes of status that led to where a visit is: from, to, and when. */
export function changesOf(visit: Visit): { from: AppointmentStatus; to: AppointmentStatus; at: number }[] {
  const changes: { from: AppointmentStatus; to: AppointmentStatus; at: number }[] = []
  if (visit.queuedAt !== null) changes.push({ from: 'SCHEDULED', to: 'IN_QUEUE', at: visit.queuedAt })
  if (visit.startedAt !== null) changes.push({ from: 'IN_QUEUE', to: 'IN_PROGRESS', at: visit.startedAt })
  if (visit.completedAt !== null)
    changes.push({ from: 'IN_PROGRESS', to: 'COMPLETED', at: visit.completedAt })
  if (visit.cancelledAt !== null) changes.push({ from: 'SCHEDULED', to: 'CANCELLED', at: visit.cancelledAt })
  return changes
}

/** One visit as a row. */
export function rowOf(visit: Visit, staff: DemoStaff): Row {
  const changes = changesOf(visit)
  const last = changes.at(-1)
  const statusAt = textOf(last?.at ?? visit.bookedAt)
  return {
    id: visit.id,
    patient_id: visit.person.id,
    doctor_id: visit.doctorId,
    date: dayText(visit.day),
    time: timeText(visit.time),
    status: visit.status,
    type: visit.type,
    queue_number: visit.queueNumber,
    notes: visit.illness?.reason ?? null,
    cancel_reason: visit.cancelReason,
    cancel_note: visit.cancelNote,
    queued_at: textOf(visit.queuedAt),
    started_at: textOf(visit.startedAt),
    completed_at: textOf(visit.completedAt),
    status_at: statusAt,
    status_by: whoMade(last?.to ?? 'SCHEDULED', visit, staff),
    version: changes.length + 1,
    created_at: textOf(visit.bookedAt),
    updated_at: statusAt,
  }
}

/** Doctors treat; the desk does the rest. */
export function whoMade(status: AppointmentStatus, visit: Visit, staff: DemoStaff): string {
  return status === 'IN_PROGRESS' || status === 'COMPLETED' ? visit.doctorId : staff.receptionist
}

export function textOf(moment: number): string
export function textOf(moment: number | null): string | null
export function textOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

/** What reception did in the last day, told to the doctors as its trigger tells it. Comes when the triggers are back. */
export async function tellDoctors(client: pg.Client, { now }: Population): Promise<void> {
  await client.query(
    `select raise_notification(
       case when status = 'CANCELLED' then 'CANCELLED' else 'BOOKED' end::notification_kind, id, array[doctor_id],
       at => status_at)
     from appointment
     where status in ('SCHEDULED', 'CANCELLED') and status_at > $1 and status_by <> doctor_id order by status_at`,
    [textOf(now - dayLength)],
  )
}
