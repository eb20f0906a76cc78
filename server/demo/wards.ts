import type pg from 'pg'
import type { Acuity, Destination } from '../../contract/wards/admissions.ts'
import { type Ward, wards } from '../../contract/wards/wards.ts'
import type { Practice, Visit } from './appointments.ts'
import { dayLength, hour, minute } from './calendar.ts'
import wardNotes from './content/wards.json' with { type: 'json' }
import { type StayIllness, stayIllnesses, wardCustoms } from './content.ts'
import { copyRows } from './load.ts'
import { ageOn, patientOn, personAt, registeredAt, suits } from './people.ts'
import { kinds, type Random, randomFrom, uuidAt, withIds } from './random.ts'

/** Before the first day that is asked about, so that its wards are not empty. */
export const daysBack = 100

/** `freeSince` is infinite while the bed is taken. */
type Bed = ReturnType<typeof newBeds>[number]
/** `freeFrom`, when they may be admitted again, is infinite while they are inpatients. */
type Candidate = ReturnType<typeof choosePeople>[number]

export interface DemoAdmission {
  id: string
  patient: Candidate
  doctorId: string
  illness: StayIllness
  notes: string | null
  admittedAt: number
  stays: { bed: Bed; startedAt: number; endedAt?: number; reason?: string | undefined }[]
  /** When the current stay is over. */
  dueAt: number
  dischargedAt?: number
  destination?: Destination
}

/** Fills the beds with the inpatients of the last 100 days, so that every admission and transfer finds a free bed. */
export async function fillWards(client: pg.Client, hospital: Practice, visits: readonly Visit[]) {
  const { seed } = hospital
  const random = randomFrom(seed, kinds.ward, 0)
  const beds = newBeds(seed)
  const admissions = runWards(hospital, random, beds, visits)
  const stays = admissions.flatMap((admission) => admission.stays.map((stay) => ({ admission, ...stay })))
  const present = admissions.filter(({ dischargedAt }) => !dischargedAt)
  await copyRows(client, {
    bed: bedRows(hospital, beds, await unitsOf(client)),
    admission: admissionRows(hospital, random, admissions),
    stay: withIds(seed, kinds.stay, stays),
    acuity_entry: acuityRows(hospital, random, present),
  })
  await client.query(`
    update patient set deceased_at = discharged_at, updated_at = discharged_at, version = patient.version + 1
    from admission where patient_id = patient.id and destination = 'DIED'`)
  return admissions
}

function newBeds(seed: number) {
  const beds = wards.flatMap((ward) => {
    const numbered = Object.entries(wardCustoms[ward].beds)
    return numbered.map(([bedNumber, notes]) => ({ ward, bedNumber, notes, freeSince: 0 }))
  })
  return withIds(seed, kinds.bed, beds)
}

/** At most 3,000 patients in random order, with their appointment days, so that they aren't inpatients then. */
function choosePeople(hospital: Practice, random: Random, visits: readonly Visit[]) {
  const { size, today } = hospital
  const chosen = new Set<number>()
  while (chosen.size < Math.min(size, 3000)) chosen.add(random.below(size))
  const kept = visits.filter(({ cancelledAt }) => !cancelledAt)
  const visitsOf = Map.groupBy(kept, ({ patient }) => patient.index)
  return [...chosen].map((index) => {
    const person = personAt(hospital, index)
    const clinicDays = visitsOf.get(index)?.map(({ date }) => date) ?? []
    const freeFrom = registeredAt(hospital, index) + hour
    return { ...person, ...patientOn(hospital, person, today), clinicDays, freeFrom }
  })
}

/** Runs the wards hour by hour until now. */
function runWards(hospital: Practice, random: Random, beds: Bed[], visits: readonly Visit[]) {
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
  // Makes sure that 20 of the 30 beds are taken today.
  for (let tries = 0; tries < 50; tries++) {
    if (beds.filter(({ freeSince }) => freeSince > now).length >= 20) break
    const bed = random.pick(beds.filter(({ freeSince }) => freeSince < now - 3 * hour))
    const at = Math.max(bed.freeSince + hour, now - random.between(60, 40 * 60) * minute)
    admit(bed, at, now + random.between(4, 40) * hour)
  }
  return admissions

  /** The bed that has been free the longest, and for an hour in which it was made ready. */
  function freeBed(ward: Ward, at: number): Bed | undefined {
    return beds
      .filter((bed) => bed.ward === ward && bed.freeSince + hour < at)
      .sort((one, other) => one.freeSince - other.freeSince)[0]
  }

  function findPatient(ward: Ward, at: number): Candidate | undefined {
    const day = clock.dayAt(at)
    const isFree = (candidate: Candidate) =>
      candidate.freeFrom <= at &&
      illnessesFor(ward, candidate, day).length > 0 &&
      candidate.clinicDays.every((visit) => visit < day || visit > day + 6)
    const drawn = Array.from({ length: 60 }, () => random.pick(people))
    return drawn.find(isFree) ?? people.find(isFree)
  }

  function admit(bed: Bed | undefined, at: number, staysUntil = 0) {
    const patient = bed && findPatient(bed.ward, at)
    if (!bed || !patient) return
    const illness = random.pick(illnessesFor(bed.ward, patient, clock.dayAt(at)))
    const usual = random.pick(wardNotes.admission[patient.age < 18 ? 'child' : 'adult'])
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
  function enter(admission: DemoAdmission, bed: Bed, at: number, reason?: string) {
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
    const summary = wardNotes.summaries[destination] ?? illness.summary
    const signed = { dischargedBy: doctorId, summaryBy: doctorId, summaryAt: at }
    Object.assign(admission, { dischargedAt: at, destination, summary, ...signed })
    patient.freeFrom = isDead ? Infinity : at + (once ? 120 : random.between(9, 30)) * dayLength
  }
}

/** The illnesses for which a patient could be admitted to a ward, by their age on the day. */
function illnessesFor(ward: Ward, candidate: Candidate, day: number): StayIllness[] {
  const patient = { ...candidate, age: ageOn(candidate, day) }
  return stayIllnesses.filter((illness) => illness.ward === ward && suits(illness, patient))
}

/** The bed that was left last and the one that was left first are under repair. */
/**
 * The unit of each bed: the second half of the general beds are in a ward of their own, the others in the ward of their
 * kind. The triggers that choose it are off meanwhile.
 */
async function unitsOf(client: pg.Client): Promise<(bed: Bed) => string | undefined> {
  const { name, ward, floor, phone, beds } = wardNotes.secondWard
  const second = await client.query<{ id: string }>(
    'insert into unit (name, ward, floor, phone) values ($1, $2, $3, $4) returning id',
    [name, ward, floor, phone],
  )
  const { rows } = await client.query<{ ward: Ward; id: string }>(
    'select ward, oldest_unit(ward) as id from unit',
  )
  const oldest = new Map(rows.map((unit) => [unit.ward, unit.id]))
  return (bed) => (beds.includes(bed.bedNumber) ? second.rows[0]?.id : oldest.get(bed.ward))
}

function bedRows({ now, since }: Practice, beds: readonly Bed[], unitOf: (bed: Bed) => string | undefined) {
  const free = beds
    .filter(({ freeSince }) => freeSince < now)
    .sort((one, other) => other.freeSince - one.freeSince)
  const unused = free.length > 3 ? [free[0], free.at(-1)] : []
  return beds.map((bed) => {
    const repair = wardNotes.repairs[unused.indexOf(bed)]
    const maintenanceSince = repair && Math.max(bed.freeSince, now - repair.hours * hour)
    const maintenance = { maintenanceSince, maintenanceReason: repair?.reason }
    const saved = { createdAt: since, updatedAt: maintenanceSince ?? since, version: repair ? 2 : 1 }
    return { ...bed, unitId: unitOf(bed), ...maintenance, ...saved }
  })
}

/** Inpatients leave today or later; the one who has been in longest is overdue. */
function admissionRows(hospital: Practice, random: Random, admissions: readonly DemoAdmission[]) {
  const { clock, today, staff } = hospital
  const [overdue, leaving] = admissions.filter(({ admittedAt, dischargedAt }) => {
    return !dischargedAt && clock.dayAt(admittedAt) < today - 2
  })
  return admissions.map((admission) => {
    const { illness, stays, admittedAt: createdAt, dueAt, dischargedAt } = admission
    const planned = clock.dayAt(dueAt) + random.between(0, 1)
    const expected = random.chance(0.12) ? null : dischargedAt ? planned : Math.max(planned, today)
    const expectedDischarge = admission === overdue ? today - 1 : admission === leaving ? today : expected
    const updatedAt = dischargedAt ?? stays.at(-1)?.startedAt
    const version = stays.length + (dischargedAt ? 1 : 0)
    const admitted = { admittedBy: staff.receptionist, createdAt, updatedAt, version }
    return { ...admission, ...admitted, diagnosis: illness.diagnosis, expectedDischarge }
  })
}

/** Acuity entries of inpatients: about once a day, and improving with time. */
function acuityRows({ now }: Practice, random: Random, present: readonly DemoAdmission[]) {
  return present.flatMap(({ id, doctorId, stays, admittedAt }) => {
    if (random.chance(0.2)) return []
    const isIntensive = stays.at(-1)?.bed.ward === 'ICU'
    const course: Acuity[] = isIntensive
      ? ['CRITICAL', 'SERIOUS', random.chance(0.5) ? 'STABLE' : 'SERIOUS']
      : [random.chance(0.2) ? 'SERIOUS' : 'STABLE', 'STABLE', 'IMPROVING']
    const rounds = Math.min(course.length, 1 + Math.floor((now - admittedAt) / dayLength))
    const step = (now - admittedAt) / (rounds + 0.2)
    return course.slice(0, rounds).map((acuity, round) => {
      const note = random.chance(0.7) ? random.pick(wardNotes.acuity[acuity]) : null
      const at = admittedAt + Math.floor(step * (round + 0.6))
      return { admissionId: id, acuity, note, byStaffId: doctorId, at }
    })
  })
}
