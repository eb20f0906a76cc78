import type { Destination } from '../../../contract/admissions.ts'
import { type Ward, wards } from '../../../contract/wards.ts'
import type { Practice, Visit } from '../appointments.ts'
import { dayLength, hour, minute } from '../calendar.ts'
import { admissionNotes, type StayIllness, stayIllnesses, summaries, wardCustoms } from '../content.ts'
import { ageOn, patientOn, personAt, registeredAt, suits } from '../people.ts'
import { kinds, type Random, uuidAt } from '../random.ts'

/** Before the first day that is asked about, so that its wards are not empty. */
export const daysBack = 100
/** Beds, of thirty. */
const usuallyTaken = 20
/** Patients who may be admitted; more would make a large hospital slow to fill. */
const largestPool = 3000

export interface DemoBed {
  id: string
  bedNumber: string
  ward: Ward
  /** When its last patient left; infinite while it is taken. */
  freeSince: number
}

type Candidate = ReturnType<typeof choosePeople>[number]

export interface DemoAdmission {
  id: string
  patient: Candidate
  doctorId: string
  illness: StayIllness
  notes: string | null
  admittedAt: number
  stays: { bed: DemoBed; startedAt: number; endedAt?: number; reason?: string }[]
  /** When the current stay is over. */
  dueAt: number
  dischargedAt?: number
  destination?: Destination
}

/** Patients in a random order, with the days on which they are at the clinic: nobody is in two places. */
function choosePeople(hospital: Practice, random: Random, visits: readonly Visit[]) {
  const { size, today } = hospital
  const chosen = new Set<number>()
  while (chosen.size < Math.min(size, largestPool)) chosen.add(random.below(size))
  const kept = visits.filter(({ status }) => status !== 'CANCELLED')
  const visitsOf = Map.groupBy(kept, ({ patient }) => patient.index)
  return [...chosen].map((index) => {
    const person = personAt(hospital, index)
    const { history } = patientOn(hospital, person, today)
    const clinicDays = visitsOf.get(index)?.map(({ date }) => date) ?? []
    /** When they may be admitted; infinite while they are. */
    const freeFrom = registeredAt(hospital, index) + hour
    return { ...person, history, clinicDays, freeFrom }
  })
}

/** Runs the wards hour by hour until now. */
export function live(hospital: Practice, random: Random, beds: DemoBed[], visits: readonly Visit[]) {
  const { clock, today, now, seed, staff } = hospital
  const people = choosePeople(hospital, random, visits)
  const admissions: DemoAdmission[] = []
  const latest = now - 20 * minute
  for (let at = clock.momentAt(today - daysBack, 0); at < latest - hour; at += hour) {
    moveUntil(at)
    const isDay = Math.abs(clock.minutesAt(at) - 13 * 60) < 5 * 60
    for (const ward of wards) {
      const { arrivals, byDay } = wardCustoms[ward]
      const share = byDay ? (isDay ? 1 / 9 : 0) : 1 / 24
      if (random.chance(arrivals * share)) admit(freeBed(ward, at), at + random.below(hour))
    }
  }
  moveUntil(latest)
  // Whatever chance decided, the demo shows a busy hospital today.
  for (let tries = 0; tries < 50; tries++) {
    if (beds.filter(({ freeSince }) => freeSince > now).length >= usuallyTaken) break
    const bed = random.pick(beds.filter(({ freeSince }) => freeSince < now - 3 * hour))
    const at = Math.max(bed.freeSince + hour, now - random.between(60, 40 * 60) * minute)
    admit(bed, at, now + random.between(4, 40) * hour)
  }
  return admissions

  /** The bed that has been free the longest, and for an hour in which it was made ready. */
  function freeBed(ward: Ward, at: number): DemoBed | undefined {
    return beds
      .filter((bed) => bed.ward === ward && bed.freeSince + hour < at)
      .sort((one, other) => one.freeSince - other.freeSince)[0]
  }

  function findPatient(ward: Ward, at: number): Candidate | undefined {
    const day = clock.dayAt(at)
    const longest = Math.min(6, Math.ceil(wardCustoms[ward].hours[1] / 24))
    const isFree = (candidate: Candidate) =>
      candidate.freeFrom <= at &&
      illnessesFor(ward, candidate, day).length > 0 &&
      candidate.clinicDays.every((visit) => visit < day || visit > day + longest)
    const drawn = Array.from({ length: 60 }, () => random.pick(people))
    return drawn.find(isFree) ?? people.find(isFree)
  }

  function admit(bed: DemoBed | undefined, at: number, staysUntil = 0) {
    const patient = bed && findPatient(bed.ward, at)
    if (!bed || !patient) return
    const illness = random.pick(illnessesFor(bed.ward, patient, clock.dayAt(at)))
    const usual = random.pick(admissionNotes[ageOn(patient, today) < 18 ? 'child' : 'adult'])
    const admission: DemoAdmission = {
      id: uuidAt(seed, kinds.admission, admissions.length),
      patient,
      doctorId: random.chance(0.25) ? (staff.doctors[0] ?? '') : random.pick(staff.doctors),
      illness,
      notes: illness.note ?? (random.chance(0.4) ? usual : null),
      admittedAt: at,
      stays: [],
      dueAt: 0,
    }
    enter(admission, bed, at)
    admission.dueAt = Math.max(admission.dueAt, staysUntil)
    patient.freeFrom = Infinity
    admissions.push(admission)
  }

  /** Patients go home by day; the emergency ward discharges at any hour. */
  function enter(admission: DemoAdmission, bed: DemoBed, at: number, reason?: string) {
    const [least, most] = wardCustoms[bed.ward].hours
    const due = at + Math.floor((least + random.next() ** 1.4 * (most - least)) * hour)
    const byDay = clock.momentAt(clock.dayAt(due), random.between(9 * 60, 15 * 60))
    admission.dueAt = bed.ward === 'EMERGENCY' ? due : Math.max(byDay, at + 6 * hour)
    admission.stays.push({ bed, startedAt: at, reason })
    bed.freeSince = Infinity
  }

  /** Transfers and discharges everyone who is due until a moment. */
  function moveUntil(moment: number) {
    for (;;) {
      const due = admissions.filter(({ dischargedAt, dueAt }) => !dischargedAt && dueAt <= moment)
      const [next] = due.sort((one, other) => one.dueAt - other.dueAt)
      if (!next) return
      moveOn(next)
    }
  }

  function moveOn(admission: DemoAdmission) {
    const { dueAt: at, illness, stays } = admission
    const stay = stays.at(-1)
    if (!stay) return
    const onward = wardCustoms[stay.bed.ward].next?.find(
      ({ ward, likely }) => (illness.onward?.includes(ward) ?? true) && random.chance(likely),
    )
    const bed = onward && freeBed(onward.ward, at)
    if (onward && !bed) {
      // The patient waits here until a bed is free there.
      admission.dueAt = at + 5 * hour
      return
    }
    stay.endedAt = at
    stay.bed.freeSince = at
    if (bed) enter(admission, bed, at, onward?.reason)
    else discharge(admission, stay.bed.ward, at)
  }

  function discharge(admission: DemoAdmission, ward: Ward, at: number) {
    const { patient, doctorId, illness } = admission
    const day = clock.dayAt(at)
    const canDie =
      ward === 'ICU' && ageOn(patient, day) >= 55 && patient.clinicDays.every((date) => date < day)
    const { destinations, once } = wardCustoms[ward]
    const isDead = canDie && random.chance(0.4)
    const destination = isDead ? 'DIED' : random.weigh(destinations)
    const summary = summaries[destination] ?? illness.summary
    const signed = { dischargedBy: doctorId, summaryBy: doctorId, summaryAt: at }
    Object.assign(admission, { dischargedAt: at, destination, summary, ...signed })
    patient.freeFrom = isDead ? Infinity : at + (once ? 120 : random.between(9, 30)) * dayLength
  }
}

/** What a patient could be admitted to a ward for, by their age on the day. */
function illnessesFor(ward: Ward, candidate: Candidate, day: number): StayIllness[] {
  const patient = { ...candidate, age: ageOn(candidate, day) }
  return stayIllnesses.filter((illness) => illness.ward === ward && suits(illness, patient))
}
