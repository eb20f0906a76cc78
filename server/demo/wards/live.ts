import type { Destination } from '../../../contract/admissions.ts'
import { type Ward, wards } from '../../../contract/wards.ts'
import type { Practice, Visit } from '../appointments.ts'
import { dayLength, hour, minute } from '../calendar.ts'
import kinds from '../content/kinds.json' with { type: 'json' }
import { admissionNotes, type StayIllness, stayIllnesses, summaries, wardCustoms } from '../content.ts'
import { ageOn, type Person, patientOn, personAt, suits } from '../people.ts'
import { registeredAt } from '../population.ts'
import { type Random, uuidAt } from '../random.ts'

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

interface Candidate {
  person: Person
  history: readonly string[]
  /** Days on which they were, or will be, at the outpatient clinic. */
  visits: readonly number[]
  /** When they may be admitted; infinite while they are. */
  freeFrom: number
}

export interface DemoAdmission {
  id: string
  patient: Person
  candidate: Candidate
  doctorId: string
  illness: StayIllness
  notes: string | null
  admittedAt: number
  /** The day that is planned, or null. */
  expectedDischarge: number | null
  stays: { bed: DemoBed; startedAt: number; endedAt?: number; reason?: string }[]
  /** When the current stay is over. */
  dueAt: number
  dischargedAt?: number
  destination?: Destination
  summary?: string
}

/** Patients in a random order, with the days on which they are at the clinic: nobody is in two places. */
export function choosePeople(hospital: Practice, random: Random, visits: readonly Visit[]): Candidate[] {
  const { size, today } = hospital
  const chosen = new Set<number>()
  while (chosen.size < Math.min(size, largestPool)) chosen.add(random.below(size))
  const kept = visits.filter(({ status }) => status !== 'CANCELLED')
  const byPatient = Map.groupBy(kept, ({ patient }) => patient.index)
  return [...chosen].map((index) => {
    const person = personAt(hospital, index)
    const { history } = patientOn(hospital, person, today)
    const days = byPatient.get(index)?.map(({ date }) => date) ?? []
    return { person, history, visits: days, freeFrom: registeredAt(hospital, index) + hour }
  })
}

/** Runs the wards from event to event until now. */
export function live(
  { clock, today, now, seed, staff }: Practice,
  random: Random,
  beds: DemoBed[],
  people: Candidate[],
): DemoAdmission[] {
  const admissions: DemoAdmission[] = []
  const latest = now - 20 * minute
  const arrivals = wards.flatMap(arrivalsAt).filter(({ at }) => at < latest)
  for (const { ward, at } of arrivals.sort((one, other) => one.at - other.at)) {
    settle(at)
    const bed = freeBed(ward, at)
    const person = bed && findPerson(ward, at)
    if (bed && person) admit(bed, person, at)
  }
  settle(latest)
  fillUp()
  return admissions

  /** Whatever chance decided, the demo shows a busy hospital today. */
  function fillUp() {
    for (let taken = beds.filter(({ freeSince }) => freeSince > now).length; taken < usuallyTaken; taken++) {
      const spare = wards
        .map((ward) => beds.filter((bed) => bed.ward === ward && bed.freeSince < now - 3 * hour))
        .sort((one, other) => other.length - one.length)[0]
      if (!spare?.length) return
      const bed = random.pick(spare)
      const at = Math.max(bed.freeSince + hour, now - random.between(60, 40 * 60) * minute)
      const person = findPerson(bed.ward, at)
      if (!person) return
      const admission = admit(bed, person, at)
      setDue(admission, Math.max(admission.dueAt, now + random.between(4, 40) * hour))
    }
  }

  function arrivalsAt(ward: Ward) {
    const { arrivals: daily } = wardCustoms[ward]
    const found: { ward: Ward; at: number }[] = []
    for (let day = today - daysBack; day <= today; day++) {
      const count = Math.floor(daily) + (random.chance(daily % 1) ? 1 : 0)
      for (let place = 0; place < count; place++) {
        const isPlanned = ward !== 'EMERGENCY' && ward !== 'ICU'
        const minutes = isPlanned ? random.between(8 * 60, 18 * 60) : random.below(24 * 60)
        found.push({ ward, at: clock.momentAt(day, minutes) + random.below(60) * 1000 })
      }
    }
    return found
  }

  /** The bed that has been free the longest, and for an hour in which it was made ready. */
  function freeBed(ward: Ward, at: number): DemoBed | undefined {
    return beds
      .filter((bed) => bed.ward === ward && bed.freeSince + hour < at)
      .sort((one, other) => one.freeSince - other.freeSince)[0]
  }

  function findPerson(ward: Ward, at: number): Candidate | undefined {
    const day = clock.dayAt(at)
    const longest = Math.min(6, Math.ceil(wardCustoms[ward].hours[1] / 24))
    const isFree = (person: Candidate) =>
      person.freeFrom <= at &&
      illnessesFor(ward, person, day).length > 0 &&
      person.visits.every((visit) => visit < day || visit > day + longest)
    for (let attempt = 0; attempt < 60; attempt++) {
      const person = random.pick(people)
      if (isFree(person)) return person
    }
    return people.find(isFree)
  }

  function admit(bed: DemoBed, candidate: Candidate, at: number): DemoAdmission {
    const { person } = candidate
    const illness = random.pick(illnessesFor(bed.ward, candidate, clock.dayAt(at)))
    const notes = illness.note ?? random.pick(admissionNotes[ageOn(person, today) < 18 ? 'child' : 'adult'])
    const dueAt = dueTime(bed.ward, at)
    const admission: DemoAdmission = {
      id: uuidAt(seed, kinds.admission, admissions.length),
      patient: person,
      candidate,
      doctorId: random.chance(0.25) ? (staff.doctors[0] ?? '') : random.pick(staff.doctors),
      illness,
      notes: illness.note || random.chance(0.4) ? notes : null,
      admittedAt: at,
      expectedDischarge: random.chance(0.12) ? null : clock.dayAt(dueAt) + random.between(0, 1),
      stays: [{ bed, startedAt: at }],
      dueAt,
    }
    bed.freeSince = Infinity
    candidate.freeFrom = Infinity
    admissions.push(admission)
    return admission
  }

  /** Patients go home by day; the emergency ward discharges at any hour. */
  function dueTime(ward: Ward, at: number): number {
    const [least, most] = wardCustoms[ward].hours
    const due = at + Math.floor((least + random.next() ** 1.4 * (most - least)) * hour)
    if (ward === 'EMERGENCY') return due
    return Math.max(clock.momentAt(clock.dayAt(due), random.between(9 * 60, 15 * 60)), at + 6 * hour)
  }

  function setDue(admission: DemoAdmission, dueAt: number) {
    admission.dueAt = dueAt
    if (admission.expectedDischarge !== null) admission.expectedDischarge = clock.dayAt(dueAt)
  }

  /** Lets everything happen that is due until a moment. */
  function settle(until: number) {
    for (;;) {
      const due = admissions.filter(({ dischargedAt, dueAt }) => dischargedAt === undefined && dueAt <= until)
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
    if (onward && bed) {
      bed.freeSince = Infinity
      stays.push({ bed, startedAt: at, reason: onward.reason })
      setDue(admission, dueTime(bed.ward, at))
    } else discharge(admission, stay.bed.ward, at)
  }

  function discharge(admission: DemoAdmission, ward: Ward, at: number) {
    const { person, visits } = admission.candidate
    const day = clock.dayAt(at)
    const canDie = ward === 'ICU' && ageOn(person, today) >= 55 && visits.every((visit) => visit < day)
    const isDead = canDie && random.chance(0.4)
    const destination = isDead
      ? 'DIED'
      : random.weigh<Destination>([
          ['HOME', 91],
          ['OTHER_HOSPITAL', ward === 'ICU' || ward === 'EMERGENCY' ? 9 : 4],
          ['AGAINST_ADVICE', ward === 'PEDIATRIC' || ward === 'MATERNITY' ? 0.2 : 3],
        ])
    admission.dischargedAt = at
    admission.destination = destination
    admission.summary = summaries[destination] ?? admission.illness.summary
    const daysAway = wardCustoms[ward].once ? 120 : random.between(9, 30)
    admission.candidate.freeFrom = isDead ? Infinity : at + daysAway * dayLength
  }
}

/** What a patient could be admitted to a ward for, by their age on the day. */
function illnessesFor(ward: Ward, { person, history }: Candidate, day: number): StayIllness[] {
  const patient = { age: ageOn(person, day), gender: person.gender, history }
  return stayIllnesses.filter((illness) => illness.ward === ward && suits(illness, patient))
}

/** Inpatients leave today or later; the one who has been in longest is overdue. */
export function planDepartures({ today, clock }: Practice, random: Random, admissions: DemoAdmission[]) {
  const present = admissions.filter(({ dischargedAt }) => dischargedAt === undefined)
  for (const admission of present) {
    if (admission.expectedDischarge === null) continue
    const earliest = today + (random.chance(0.2) ? 0 : 1)
    admission.expectedDischarge = Math.max(clock.dayAt(admission.dueAt), earliest)
  }
  const [overdue, leaving] = present.filter(({ admittedAt }) => clock.dayAt(admittedAt) < today - 2)
  if (overdue) overdue.expectedDischarge = today - 1
  if (leaving) leaving.expectedDischarge = today
}
