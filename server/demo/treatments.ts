import type { Ward } from '../../contract/wards/wards.ts'
import type { Visit } from './appointments.ts'
import { dayLength, minute } from './calendar.ts'
import type { StayIllness, VisitIllness } from './content.ts'
import { copyRows } from './load.ts'
import { allergiesOf } from './patients.ts'
import { bodyOn, isSmall, patientOn, prescribedFor } from './people.ts'
import { kinds, randomFrom } from './random.ts'
import type { Practice } from './staff.ts'
import type { Admission } from './wards.ts'

/** So far back, and no further: a demo is opened today. */
const daysBack = 40
/** Only the latest outpatient visits are filled in, because a large hospital has more than anyone reads. */
const [mostVisits, mostNotes] = [1500, 800]
const weighedAfter = 40 * minute

/** A visit or a stay of the last weeks. */
export interface Encounter extends Pick<Visit, 'patient' | 'doctorId'> {
  illness: StayIllness | VisitIllness | null
  from: number
  until: number
  /** The first ward; null at the outpatient clinic. */
  ward: Ward | null
  admission?: Admission
  visit?: Visit
}

/** The stays, then the latest visits. */
export function encountersIn({ now }: Practice, visits: Visit[], admissions: Admission[]): Encounter[] {
  const since = now - daysBack * dayLength
  const stays = admissions.map((admission): Encounter => {
    const { patient, doctorId, illness, ward, admittedAt: from, dischargedAt: until = now } = admission
    return { patient, doctorId, illness, ward, from, until, admission }
  })
  const atClinic = visits.map((visit): Encounter => {
    const { patient, doctorId, illness, startedAt: from = 0, completedAt: until = now } = visit
    return { patient, doctorId, illness, ward: null, from, until, visit }
  })
  const latest = atClinic.sort((one, other) => other.from - one.from).slice(0, mostVisits)
  return [...stays, ...latest].filter(({ from }) => from > since)
}

export type Prescribed = ReturnType<typeof medicationsOf>[number]

/** Fills the doctors' entries: prescriptions, which it returns, problems, and the signed notes of most visits. */
export async function fillTreatments(hospital: Practice, all: readonly Encounter[]) {
  const { client, seed } = hospital
  const seen = all.filter(({ visit }) => visit?.illness && visit.completedAt).slice(0, mostNotes)
  const treated = treatedOf(all, seen)
  const prescribed = treated.flatMap((one) => medicationsOf(hospital, one))
  const problems = treated.flatMap(({ patient, doctorId: recordedBy, until: recordedAt, visit }) => {
    const problem = visit?.illness?.problem
    return problem ? [{ patient, recordedAt, recordedBy, ...problem }] : []
  })
  await copyRows(hospital, { medication: prescribed, problem: problems, visit_note: notesOf(seed, seen) })
  await client.query(`
    insert into medication_stop (id, patient_id, stopped_at, stopped_by, reason)
    select medication.id, medication.patient_id, discharged_at, discharged_by, 'Discharged'
    from medication join admission on admission.id = admission_id where discharged_at is not null`)
  return prescribed
}

/** Stays, each once the patient was weighed, and the latest visit of each patient who was not an inpatient. */
function treatedOf(all: readonly Encounter[], seen: readonly Encounter[]) {
  const stays = all.filter(({ admission }) => admission)
  const known = new Set(stays.map(({ patient }) => patient.id))
  const onWards = stays.filter(({ admission, from, until }) => {
    return admission?.destination !== 'DIED' && from + weighedAfter < until
  })
  return [...onWards, ...seen.filter(({ patient: { id } }) => !known.has(id) && known.add(id))]
}

function medicationsOf(hospital: Practice, one: Encounter) {
  const { patient, doctorId, illness, from, until, admission, visit } = one
  const { seed, clock } = hospital
  const at = admission ? from + weighedAfter : until
  const day = clock.dayAt(at)
  const { weight } = bodyOn(seed, patient, day)
  const allergens = allergiesOf(seed, patient.index)
  const treated = { ...patientOn(hospital, patient, day), weight, allergens }
  const written = { patient, admission, recordedAt: at, recordedBy: doctorId, startsOn: day }
  return prescribedFor(illness ?? {}, treated).map((order) => {
    const endsOn = visit && !visit.illness?.lasts ? day + daysOf(order.reason) - 1 : null
    return { ...order, ...written, endsOn, weight: isSmall(treated) ? weight : null }
  })
}

/** 'Urticaria, for 3 days': a week where the reason says nothing. */
function daysOf(reason: string): number {
  const [, number = 7, unit] = /for (\d+) (day|week)s/.exec(reason) ?? []
  return Number(number) * (unit === 'week' ? 7 : 1)
}

/** A doctor forgets a note now and then. */
function notesOf(seed: number, seen: readonly Encounter[]) {
  return seen.flatMap(({ patient, doctorId, from, until, visit }, place) => {
    if (!visit?.illness || randomFrom(seed, kinds.visitNote, place).chance(0.1)) return []
    const { reason, note } = visit.illness
    const recorded = { recordedAt: Math.min(from + 2 * minute, until), recordedBy: doctorId }
    const signed = { seenAt: from, signedAt: until, updatedAt: until, version: 2 }
    return [{ patient, appointmentId: visit.id, reason, ...note, ...recorded, ...signed }]
  })
}
