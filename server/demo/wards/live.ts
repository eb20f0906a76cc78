import { type Destination } from '../../../contract/admissions.ts'
import { type Ward, wards } from '../../../contract/wards.ts'
import type { Practice, Visit } from '../appointments.ts'
import { dayLength, minute } from '../calendar.ts'
import { type StayIllness, stayIllnesses } from '../content.ts'
import { ageOn, type Patient, type Person, patientOn, personAt, suits } from '../people.ts'
import { kinds, registeredAt } from '../population.ts'
import { type Random, uuidAt } from '../random.ts'
import { admissionNotes, wardCustoms } from './customs.ts'

export const hour = 60 * minute
/** Before the first day that is asked about, so that its wards are not empty. */
export const daysBack = 100
/** Beds, of thirty. */
const usuallyTaken = 20
/** Patients that are looked at as somebody to admit; more would make a large hospital slow to fill. */
const largestPool = 3000

export interface DemoBed {
  id: string
  number: string
  ward: Ward
  taken: boolean
  /** When its last patient left. */
  freeSince: number
}

interface Candidate {
  person: Person
  /** As they are today. */
  patient: Patient
  registered: number
  /** Days on which they were, or will be, at the outpatient clinic. */
  visits: readonly number[]
  isAdmitted: boolean
  mayReturn: number
}

interface Stay {
  bed: DemoBed
  from: number
  until: number | null
  reason: string | null
}

export interface DemoAdmission {
  id: string
  person: Candidate
  doctorId: string
  illness: StayIllness
  notes: string | null
  admittedAt: number
  /** The day that was planned when the patient came, or null. */
  expected: number | null
  stays: Stay[]
  /** When this stay is over. */
  dueAt: number
  leftAt: number | null
  destination: Destination | null
  summary: string | null
}

/** Patients in a random order, with the days on which they are at the clinic: nobody is in two places. */
export function choosePeople(hospital: Practice, random: Random, visits: readonly Visit[]): Candidate[] {
  const { size, today } = hospital
  const chosen = new Set<number>()
  const wanted = Math.min(size, largestPool)
  while (chosen.size < wanted) chosen.add(random.below(size))
  const kept = visits.filter(({ status }) => status !== 'CANCELLED')
  const byPatient = Map.groupBy(kept, ({ person }) => person.index)
  return [...chosen].map((index) => {
    const person = personAt(hospital, index)
    return {
      person,
      patient: patientOn(hospital, person, today),
      registered: registeredAt(hospital, index),
      visits: byPatient.get(index)?.map(({ day }) => day) ?? [],
      isAdmitted: false,
      mayReturn: 0,
    }
  })
}

/** Runs the wards from event to event until now. */
export function live(
  hospital: Practice,
  random: Random,
  beds: DemoBed[],
  people: Candidate[],
): DemoAdmission[] {
  const { clock, today, now, seed } = hospital
  const arrivals = wards
    .flatMap((ward) => arrivalsAt(ward))
    .filter(({ at }) => at < now - 20 * minute)
    .sort((one, other) => one.at - other.at)
  const admissions: DemoAdmission[] = []
  const present = new Set<DemoAdmission>()
  for (const arrival of arrivals) {
    settle(arrival.at)
    const bed = freeBed(arrival.ward, arrival.at)
    const person = bed && findPerson(arrival.ward, arrival.at)
    if (bed && person) present.add(admit(bed, person, arrival.at))
  }
  settle(now - 20 * minute)
  fillUp()
  return admissions

  /** However the dice fell, the demo shows a hospital that is busy today. */
  function fillUp() {
    for (let taken = beds.filter((bed) => bed.taken).length; taken < usuallyTaken; taken++) {
      const spare = wards
        .map((ward) =>
          beds.filter((bed) => bed.ward === ward && !bed.taken && bed.freeSince < now - 3 * hour),
        )
        .sort((one, other) => other.length - one.length)[0]
      const bed = spare?.length ? random.pick(spare) : undefined
      const at = bed && Math.max(bed.freeSince + hour, now - random.between(60, 40 * 60) * minute)
      const person = bed && findPerson(bed.ward, at ?? now)
      if (!bed || !person || at === undefined) return
      const admission = admit(bed, person, at)
      admission.dueAt = Math.max(admission.dueAt, now + random.between(4, 40) * hour)
      if (admission.expected !== null) admission.expected = clock.dayAt(admission.dueAt)
    }
  }

  function arrivalsAt(ward: Ward) {
    const { arrivals: daily } = wardCustoms[ward]
    const found: { ward: Ward; at: number }[] = []
    for (let day = today - daysBack; day <= today; day++) {
      const count = Math.floor(daily) + (random.chance(daily % 1) ? 1 : 0)
      for (let place = 0; place < count; place++) {
        const planned =
          ward === 'EMERGENCY' || ward === 'ICU' ? random.below(24 * 60) : random.between(8 * 60, 18 * 60)
        found.push({ ward, at: clock.momentAt(day, planned) + random.below(60) * 1000 })
      }
    }
    return found
  }

  function freeBed(ward: Ward, at: number): DemoBed | undefined {
    // The one that has been free the longest; it is made ready for an hour before.
    return beds
      .filter((bed) => bed.ward === ward && !bed.taken && bed.freeSince + hour < at)
      .sort((one, other) => one.freeSince - other.freeSince)[0]
  }

  function findPerson(ward: Ward, at: number): Candidate | undefined {
    const day = clock.dayAt(at)
    const longest = Math.ceil(wardCustoms[ward].stays[1] / 24)
    const isFree = (person: Candidate) =>
      !person.isAdmitted &&
      person.mayReturn <= at &&
      person.registered < at - hour &&
      illnessesFor(ward, person, day).length > 0 &&
      person.visits.every((visit) => visit < day || visit > day + Math.min(longest, 6))
    for (let attempt = 0; attempt < 60; attempt++) {
      const person = random.pick(people)
      if (isFree(person)) return person
    }
    return people.find(isFree)
  }

  function admit(bed: DemoBed, person: Candidate, at: number): DemoAdmission {
    const illness = random.pick(illnessesFor(bed.ward, person, clock.dayAt(at)))
    const notes = illness.note ?? random.pick(admissionNotes[person.patient.age < 18 ? 'child' : 'adult'])
    const dueAt = dueTime(bed.ward, at)
    const admission: DemoAdmission = {
      id: uuidAt(seed, kinds.admission, admissions.length),
      person,
      doctorId: random.chance(0.25) ? (hospital.staff.doctors[0] ?? '') : random.pick(hospital.staff.doctors),
      illness,
      notes: illness.note || random.chance(0.4) ? notes : null,
      admittedAt: at,
      expected: random.chance(0.12) ? null : clock.dayAt(dueAt) + random.between(0, 1),
      stays: [{ bed, from: at, until: null, reason: null }],
      dueAt,
      leftAt: null,
      destination: null,
      summary: null,
    }
    bed.taken = true
    person.isAdmitted = true
    admissions.push(admission)
    return admission
  }

  /** Patients go home by day; who leaves the emergency ward leaves when it is done. */
  function dueTime(ward: Ward, at: number): number {
    const [least, most] = wardCustoms[ward].stays
    const due = at + Math.floor((least + random.next() ** 1.4 * (most - least)) * hour)
    if (ward === 'EMERGENCY') return due
    return Math.max(clock.momentAt(clock.dayAt(due), random.between(9 * 60, 15 * 60)), at + 6 * hour)
  }

  /** Lets everything happen that is due until a moment. */
  function settle(until: number) {
    for (;;) {
      let next: DemoAdmission | undefined
      for (const one of present) if (one.dueAt <= until && (!next || one.dueAt < next.dueAt)) next = one
      if (!next) return
      moveOn(next)
    }
  }

  function moveOn(admission: DemoAdmission) {
    const at = admission.dueAt
    const stay = admission.stays.at(-1)
    if (!stay) return
    const onward = wardCustoms[stay.bed.ward].next?.find(
      ({ ward, likely }) => (admission.illness.onward?.includes(ward) ?? true) && random.chance(likely),
    )
    const bed = onward && freeBed(onward.ward, at)
    if (onward && !bed) {
      // It waits here until a bed is free there.
      admission.dueAt = at + 5 * hour
      return
    }
    stay.until = at
    stay.bed.taken = false
    stay.bed.freeSince = at
    if (onward && bed) {
      bed.taken = true
      admission.stays.push({ bed, from: at, until: null, reason: onward.reason })
      admission.dueAt = dueTime(bed.ward, at)
      if (admission.expected !== null) admission.expected = clock.dayAt(admission.dueAt)
      return
    }
    present.delete(admission)
    leave(admission, stay, at)
  }

  function leave(admission: DemoAdmission, { bed }: Stay, at: number) {
    const { person } = admission
    const day = clock.dayAt(at)
    const canDie =
      bed.ward === 'ICU' && person.patient.age >= 55 && person.visits.every((visit) => visit < day)
    admission.leftAt = at
    admission.destination =
      canDie && random.chance(0.4)
        ? 'DIED'
        : random.weigh<Destination>([
            ['HOME', 91],
            ['OTHER_HOSPITAL', bed.ward === 'ICU' || bed.ward === 'EMERGENCY' ? 9 : 4],
            ['AGAINST_ADVICE', bed.ward === 'PEDIATRIC' || bed.ward === 'MATERNITY' ? 0.2 : 3],
          ])
    admission.summary = summaryOf(admission.destination, admission.illness)
    person.isAdmitted = admission.destination === 'DIED'
    person.mayReturn = at + (wardCustoms[bed.ward].once ? 120 : random.between(9, 30)) * dayLength
  }

  function summaryOf(destination: Destination, illness: StayIllness): string {
    switch (destination) {
      case 'HOME':
        return illness.summary
      case 'OTHER_HOSPITAL':
        return 'Transferred to the university hospital for specialist treatment; letter and images sent along.'
      case 'AGAINST_ADVICE':
        return 'Left at own wish against medical advice; the risks were explained and the form is signed.'
      case 'DIED':
        return 'Died peacefully in the presence of the family.'
    }
  }
}

/** What somebody could be admitted to a ward for: children are children for the whole of a stay. */
function illnessesFor(ward: Ward, { person, patient }: Candidate, day: number): StayIllness[] {
  const then = { ...patient, age: ageOn(person, day) }
  return stayIllnesses.filter((illness) => illness.ward === ward && suits(illness, then))
}

/** Whoever is still in leaves today or later; the one who has been in longest is overdue. */
export function planDepartures({ today, clock }: Practice, random: Random, admissions: DemoAdmission[]) {
  const present = admissions.filter(({ leftAt }) => leftAt === null)
  for (const admission of present) {
    if (admission.expected === null) continue
    admission.expected = Math.max(clock.dayAt(admission.dueAt), today + (random.chance(0.2) ? 0 : 1))
  }
  const [overdue, leaving] = present.filter(({ admittedAt }) => clock.dayAt(admittedAt) < today - 2)
  if (overdue) overdue.expected = today - 1
  if (leaving) leaving.expected = today
}
