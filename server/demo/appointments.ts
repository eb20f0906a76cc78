import type { AppointmentType } from '../../contract/front-desk/appointments.ts'
import { minute, weekdayOf } from './calendar.ts'
import clinic from './content/clinic.json' with { type: 'json' }
import { visitIllnesses } from './content.ts'
import { ageOn, type Patient, personAt, registeredAt, registeredBefore, suits } from './patients.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'
import { type Practice, sessionAt, slotLength } from './staff.ts'

/** The steps of an appointment: its status before and after, and the column of the time. */
const steps = [
  ['SCHEDULED', 'IN_QUEUE', 'queuedAt'],
  ['IN_QUEUE', 'IN_PROGRESS', 'startedAt'],
  ['IN_PROGRESS', 'COMPLETED', 'completedAt'],
  ['SCHEDULED', 'CANCELLED', 'cancelledAt'],
] as const

type Moments = Partial<Record<(typeof steps)[number][2], number>>
type Cancelled = { cancelReason?: string; cancelNote?: string }
type Booking = ReturnType<typeof bookingsOfDay>[number] & Moments & Cancelled
export type Visit = ReturnType<typeof rowOf>

const opens = 8 * 60
const slotsADay = 30

/** All appointments of one day, in the order of their queue numbers. `firstPlace` counts those of the days before. */
export function visitsOfDay(practice: Practice, date: number, firstPlace: number): Visit[] {
  const random = randomFrom(practice.seed, kinds.day, date - practice.today)
  const bookings = bookingsOfDay(practice, random, date, firstPlace)
  unfold(practice, random, bookings, date)
  return bookings.map((booking) => rowOf(practice, booking))
}

function bookingsOfDay(practice: Practice, random: Random, date: number, firstPlace: number) {
  const { seed, clock, now, today } = practice
  const known = registeredBefore(practice, Math.min(date, today))
  const slots = chooseSlots(practice, random, date).slice(0, Math.floor(known / 2))
  // Patients who were registered lately come more often.
  const patients = random.different(slots.length, () => {
    return known - 1 - random.below(random.chance(0.25) ? Math.ceil(known / 8) : known)
  })
  // Up to three weeks ahead, in the order of the queue numbers.
  const bookings = slots
    .map(() => clock.momentAt(Math.min(date, today) - random.below(21), random.between(opens - 30, 17 * 60)))
    .sort((one, other) => one - other)
  return slots.map(({ doctorId, time }, index) => {
    const id = uuidAt(seed, kinds.appointment, firstPlace + index)
    const patient = personAt(practice, patients[index] ?? 0)
    const type = random.among(clinic.types)
    const illness = describeVisit(random, type, { ...patient, age: ageOn(patient, date) })
    const booked = Math.min(bookings[index] ?? now, now - minute)
    const earliest = registeredAt(practice, patient.index) + 10 * minute
    const createdAt = Math.min(Math.max(booked, earliest), clock.momentAt(date, time) - 30 * minute)
    return { id, patient, doctorId, date, time, type, queueNumber: index + 1, illness, createdAt }
  })
}

/** Reception's note at the booking, if any, that fits the patient's illnesses. */
export function describeVisit(random: Random, type: AppointmentType, patient: Patient) {
  const isDescribed = type === 'EMERGENCY' || random.chance(0.65)
  const fitting = visitIllnesses.filter((illness) => illness.type === type && suits(illness, patient))
  return isDescribed && fitting.length > 0 ? random.pick(fitting) : null
}

/** Different slots of the doctors, by time; reception books them nearly in that order. */
function chooseSlots({ staff: { doctors }, usualVisits, today }: Practice, random: Random, day: number) {
  const share = day === today ? 1.15 : (clinic.weekdayShares[weekdayOf(day)] ?? 1)
  const most = doctors.length * slotsADay
  const count = Math.min(Math.round(usualVisits * share * (0.9 + random.next() * 0.2)), most)
  // The demo's doctor has a busy day today.
  const busy = day === today ? clinic.busySlots.slice(0, Math.ceil(count / 2)) : []
  return random
    .different(count, () => random.below(most), busy)
    .map((place) => {
      const time = opens + (place % slotsADay) * slotLength
      const doctorId = doctors[Math.floor(place / slotsADay)] ?? ''
      return { doctorId, time, bookedFor: time + random.between(-30, 30) }
    })
    .sort((one, other) => one.bookedFor - other.bookedFor)
}

/**
 * Plays a day: a past one in full, a future one not at all, and today until now. At night, today shows the middle of the
 * day, with its moments set back from now.
 */
function unfold({ clock, now, today, staff }: Practice, random: Random, bookings: Booking[], day: number) {
  const isToday = day === today
  const daytime = Math.min(Math.max(clock.minutesAt(now), 10 * 60 + 20), 15 * 60 + 40)
  const shown = isToday ? daytime : day < today ? Infinity : -Infinity
  const moment = (time: number) => (isToday ? now - (shown - time) * minute : clock.momentAt(day, time))
  const busy = new Set<string>()
  let isFirst = isToday
  for (const visit of bookings.toSorted((one, other) => one.time - other.time)) {
    const { time, doctorId } = visit
    const early = time - random.between(5, 25)
    const started = Math.min(time + random.between(0, 18), shown - 12)
    // The demo's doctor runs late, so that patients are waiting.
    const takes = doctorId === staff.doctors[0] ? 45 : random.between(20, 80)
    if (time + takes <= shown) {
      // Today has a cancelled appointment in any case.
      if (isFirst || random.chance(0.09)) cancel(random, visit, moment(Math.min(time + 60, shown)), 'past')
      else {
        visit.queuedAt = moment(early)
        visit.startedAt = moment(started)
        visit.completedAt = moment(Math.min(started + random.between(7, 19), shown - 1))
      }
      isFirst = false
    } else if (time <= shown && !busy.has(doctorId)) {
      busy.add(doctorId)
      visit.queuedAt = moment(early)
      visit.startedAt = moment(Math.max(time - 4, shown - random.between(3, 16)))
    } else if (time <= shown + 60 && random.chance(0.85))
      visit.queuedAt = moment(Math.min(early, shown - random.between(2, 14)))
    else if (visit.type === 'EMERGENCY')
      // Emergencies are not announced.
      Object.assign(visit, { type: 'GENERAL', illness: null })
    else if (day > today && random.chance(0.03)) cancel(random, visit, now, 'ahead')
    visit.createdAt = Math.min(visit.createdAt, (visit.queuedAt ?? now) - 5 * minute)
    if (visit.type === 'EMERGENCY' && visit.queuedAt) visit.createdAt = visit.queuedAt - minute
  }
}

function cancel(random: Random, visit: Booking, latest: number, when: 'ahead' | 'past') {
  visit.cancelReason = random.among(clinic.cancelReasons[when])
  if (visit.cancelReason === 'OTHER') visit.cancelNote = random.pick(clinic.cancelNotes)
  const share = visit.cancelReason === 'DID_NOT_ATTEND' ? 1 : random.next()
  visit.cancelledAt = visit.createdAt + Math.floor(share * Math.max(0, latest - visit.createdAt))
}

/** The row of an appointment, with its changes of status. It began and ended as a stay on no ward. */
function rowOf(practice: Practice, visit: Booking) {
  const { id, doctorId, date, time, type, createdAt, illness, cancelReason, cancelNote } = visit
  const { receptionist } = practice.staff
  const reason = [cancelReason, cancelNote].filter(Boolean).join(': ') || null
  const changes = steps.flatMap(([fromStatus, toStatus, key]) => {
    const [at, byStaffId] = [visit[key], fromStatus === 'SCHEDULED' ? receptionist : doctorId]
    return at === undefined ? [] : [{ appointmentId: id, fromStatus, toStatus, byStaffId, at, reason }]
  })
  const booked = { toStatus: 'SCHEDULED', at: createdAt, byStaffId: receptionist }
  const { toStatus: status, at, byStaffId: statusBy } = changes.at(-1) ?? booked
  const sessionId = type === 'EMERGENCY' ? null : sessionAt(practice, doctorId, date, time)
  const slot = { sessionId, minutes: sessionId && slotLength, notes: illness?.reason }
  const state = { status, statusAt: at, statusBy, updatedAt: at, version: changes.length + 1, changes }
  const seen = { ward: null, from: visit.startedAt ?? 0, until: visit.completedAt ?? practice.now }
  return { ...visit, ...slot, ...state, ...seen }
}
