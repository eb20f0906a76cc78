import { type Ward, wards } from '../../contract/wards/wards.ts'
import type { Visit } from './appointments.ts'
import { dayLength, hour, minute } from './calendar.ts'
import wardContent from './content/wards.json' with { type: 'json' }
import { stayIllnesses } from './content.ts'
import { copyRows } from './load.ts'
import { ageOn, patientOn, personAt, registeredAt, suits } from './patients.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'
import type { Practice } from './staff.ts'

const { customs, secondWard } = wardContent
const acuityNotes: Record<string, string[]> = wardContent.acuity

/** The days of ward history: more than screens show, so that the wards are not empty on the first day shown. */
export const daysBack = 100
/** The shortest time between two patients in a bed. */
const pause = hour

/** `freeFrom` is when the bed can be taken again. */
type Bed = ReturnType<typeof newBeds>[number]
type Stay = { bed: Bed; startedAt: number; endedAt: number; reason: string | undefined }
/** `freeFrom` is when they can be admitted again. */
type Candidate = ReturnType<typeof choosePeople>[number]
export type Admission = ReturnType<typeof runWards>[number]

/** Fills the beds with the inpatients of the last 100 days, so that every admission and transfer finds a free bed. */
export async function fillWards(hospital: Practice, visits: readonly Visit[]) {
  const { client, seed, today } = hospital
  const random = randomFrom(seed, kinds.ward, 0)
  const beds = newBeds(seed)
  const departmentId = uuidAt(seed, kinds.department, secondWard.department)
  const admissions = runWards(hospital, random, beds, visits)
  const present = admissions.filter(({ dischargedAt }) => !dischargedAt)
  // The one who has been in longest is overdue, and the next one leaves today.
  for (const [place, admission] of present.slice(0, 2).entries())
    admission.expectedDischarge = today - 1 + place
  repairBeds(hospital, beds)
  await copyRows(hospital, {
    // The other wards, which are older, have been there since the tables were made.
    unit: [{ ...secondWard, departmentId, createdAt: Date.now() }],
    bed: beds,
    admission: admissions,
    stay: admissions.flatMap((admission) => admission.stays.map((stay) => ({ admission, ...stay }))),
    acuity_entry: acuityRows(hospital, random, present),
  })
  await client.query(`
    update patient set deceased_at = discharged_at, updated_at = discharged_at, version = patient.version + 1
    from admission where patient_id = patient.id and destination = 'DIED'`)
  return admissions
}

/** A trigger puts the beds without a unit in the first one of their kind. */
const newBeds = (seed: number) =>
  wards.flatMap((ward) =>
    Object.entries(customs[ward].beds).map(([bedNumber, notes]) => {
      const unitId = secondWard.beds.includes(bedNumber) ? uuidAt(seed, kinds.unit, 0) : null
      return { ward, bedNumber, notes, unitId, version: 1, freeFrom: 0 }
    }),
  )

/** At most 3,000 patients in random order, with their appointment days, so that they aren't inpatients then. */
function choosePeople(hospital: Practice, random: Random, visits: readonly Visit[]) {
  const { seed, size, today } = hospital
  const kept = visits.filter(({ cancelledAt }) => !cancelledAt)
  const visitsOf = Map.groupBy(kept, ({ patient }) => patient.index)
  return random
    .different(Math.min(size, 3000), () => random.below(size))
    .map((index) => {
      const clinicDays = visitsOf.get(index)?.map(({ date }) => date) ?? []
      const freeFrom = registeredAt(hospital, index) + hour
      return { ...patientOn(seed, personAt(hospital, index), today), clinicDays, freeFrom }
    })
}

/** Runs the wards hour by hour. An admission is planned to its end, and of its plan there is what has happened by now. */
function runWards(hospital: Practice, random: Random, beds: readonly Bed[], visits: readonly Visit[]) {
  const { clock, today, now, staff } = hospital
  const people = choosePeople(hospital, random, visits)
  const admissions: ReturnType<typeof admit> = []
  for (let at = clock.momentAt(today - daysBack, 0); at < now - 2 * hour; at += hour) {
    const isDay = Math.abs(clock.minutesAt(at) - 13 * 60) < 5 * 60
    for (const ward of wards) {
      const { arrivalsADay, onlyByDay } = customs[ward]
      const share = onlyByDay ? (isDay ? 1 / 9 : 0) : 1 / 24
      const bed = firstFree(ward)
      if (random.chance(arrivalsADay * share) && bed.freeFrom <= at)
        admissions.push(...admit(bed, at + random.below(hour)))
    }
  }
  // Makes sure that 20 of the 30 beds are taken today.
  for (let tries = 0; tries < 50; tries++) {
    const free = beds.filter(({ freeFrom }) => freeFrom < now - 3 * hour)
    if (free.length === 0 || admissions.filter(({ dischargedAt }) => !dischargedAt).length >= 20) break
    const bed = random.pick(free)
    const at = Math.max(bed.freeFrom, now - random.between(60, 40 * 60) * minute)
    admissions.push(...admit(bed, at, now + random.between(4, 40) * hour))
  }
  return admissions

  function firstFree(wanted: Ward): Bed {
    const there = beds.filter(({ ward }) => ward === wanted)
    return there.reduce((one, other) => (other.freeFrom < one.freeFrom ? other : one))
  }

  function admit(first: Bed, at: number, until = 0) {
    const planned = planStays(first, at, until)
    const { endedAt: end, bed: last } = planned.at(-1) as Stay
    const [day, lastDay] = [clock.dayAt(at), clock.dayAt(end)]
    const isFree = (candidate: Candidate) =>
      candidate.freeFrom <= at &&
      candidate.clinicDays.every((visit) => visit < day || visit > lastDay) &&
      illnessesFor(planned, candidate, day).length > 0
    const drawn = Array.from({ length: 60 }, () => random.pick(people))
    const patient = drawn.find(isFree) ?? people.find(isFree)
    if (!patient) return []
    const illness = random.pick(illnessesFor(planned, patient, day))
    const doctorId = random.chance(0.25) ? (staff.doctors[0] ?? '') : random.pick(staff.doctors)
    const { destinations, daysAway } = customs[last.ward]
    const isLastVisit = patient.clinicDays.every((visit) => visit < lastDay)
    const isDead = last.ward === 'ICU' && patient.age >= 55 && isLastVisit && random.chance(0.4)
    const destination = isDead ? 'DIED' : random.among(destinations)
    patient.freeFrom = isDead ? Infinity : end + random.between(daysAway.least, daysAway.most) * dayLength
    for (const { bed, endedAt } of planned) bed.freeFrom = endedAt + pause
    const stays = planned
      .filter(({ startedAt }) => startedAt < now)
      .map((stay) => ({ ...stay, endedAt: stay.endedAt > now ? undefined : stay.endedAt }))
    const usual = random.pick(wardContent.admission[patient.age < 18 ? 'child' : 'adult'])
    const { diagnosis, note: notes = random.chance(0.4) ? usual : null } = illness
    const expectedDischarge = random.chance(0.12) ? null : lastDay
    const summary = wardContent.summaries[destination] ?? illness.summary
    const by = { dischargedBy: doctorId, summaryBy: doctorId, summaryAt: end }
    const signed = end <= now && { dischargedAt: end, destination, summary, ...by }
    const { endedAt, startedAt } = stays.at(-1) ?? {}
    const saved = { createdAt: at, updatedAt: endedAt ?? startedAt, version: stays.length + (signed ? 1 : 0) }
    const admitted = { admittedAt: at, admittedBy: staff.receptionist, expectedDischarge, diagnosis, notes }
    const encounter = { patient, doctorId, illness, ward: first.ward, from: at, until: Math.min(end, now) }
    return [{ ...encounter, stays, ...admitted, ...signed, ...saved }]
  }

  /** Patients wait until a bed is free on their next ward. They go home by day, from the emergency ward at any hour. */
  function planStays(bed: Bed, startedAt: number, until: number, reason?: string): Stay[] {
    const { hours, next } = customs[bed.ward]
    const planned = hours.least + random.next() ** 1.4 * (hours.most - hours.least)
    const due = Math.max(until, startedAt + planned * hour)
    const onward = next.find(({ likely }) => random.chance(likely))
    if (onward) {
      const other = firstFree(onward.ward as Ward)
      const endedAt = Math.max(due, other.freeFrom)
      return [{ bed, startedAt, endedAt, reason }, ...planStays(other, endedAt, until, onward.reason)]
    }
    const byDay = clock.momentAt(clock.dayAt(due), random.between(9 * 60, 15 * 60))
    const endedAt = bed.ward === 'EMERGENCY' ? due : Math.max(until, startedAt + 6 * hour, byDay)
    return [{ bed, startedAt, endedAt, reason }]
  }
}

function illnessesFor([first, ...others]: readonly Stay[], candidate: Candidate, day: number) {
  const patient = { ...candidate, age: ageOn(candidate, day) }
  return stayIllnesses
    .filter(({ ward }) => ward === first?.bed.ward)
    .filter(({ onward }) => others.every(({ bed }) => onward?.includes(bed.ward) ?? true))
    .filter((illness) => suits(illness, patient))
}

/** The bed that was left last and the one that was left first are under repair. */
function repairBeds({ now }: Practice, beds: readonly Bed[]) {
  const free = beds.filter(({ freeFrom }) => freeFrom - pause < now)
  free.sort((one, other) => one.freeFrom - other.freeFrom)
  for (const [place, { reason: maintenanceReason, hours }] of wardContent.repairs.entries()) {
    const bed = free.at(place - 1)
    if (!bed) return
    const maintenanceSince = Math.max(bed.freeFrom - pause, now - hours * hour)
    Object.assign(bed, { maintenanceReason, maintenanceSince, updatedAt: maintenanceSince, version: 2 })
  }
}

/** Acuity entries of inpatients: about once a day, and improving with time. */
function acuityRows({ now }: Practice, random: Random, present: readonly Admission[]) {
  return present.flatMap((admission) => {
    const { doctorId: byStaffId, stays, from } = admission
    if (random.chance(0.2)) return []
    const isIntensive = stays.at(-1)?.bed.ward === 'ICU'
    const course = random.pick(wardContent.courses[isIntensive ? 'intensive' : 'usual'])
    const rounds = Math.min(course.length, 1 + Math.floor((now - from) / dayLength))
    const step = (now - from) / (rounds + 0.2)
    return course.slice(0, rounds).map((acuity, round) => {
      const note = random.chance(0.7) ? random.pick(acuityNotes[acuity] ?? ['']) : null
      return { admission, acuity, note, byStaffId, at: from + step * (round + 0.6) }
    })
  })
}
