import type pg from 'pg'
import type { Ward } from '../../contract/wards.ts'
import { type Practice, textOf, type Visit } from './appointments.ts'
import { dayLength, dayText, minute } from './calendar.ts'
import { formulary, type VisitIllness } from './content.ts'
import { copyRows, type Row } from './load.ts'
import { allergiesOf } from './patients.ts'
import { bodyOn, isSmall, type Person, patientOn, prescribedFor } from './people.ts'
import { kinds, registeredAt } from './population.ts'
import { randomFrom, uuidAt } from './random.ts'
import type { DemoAdmission } from './wards/live.ts'

export const clinicalTables = [
  'allergy',
  'formulary_medicine',
  'medication',
  'medication_stop',
  'problem',
  'visit_note',
]

/** So far back, and no further: a demo is opened today. */
const daysBack = 40
/** Of outpatients; a large hospital has more than anybody looks at. */
const [mostVisits, mostNotes] = [1500, 800]

/** Who is looked after, from when to when, and why. */
export interface Attended {
  person: Person
  doctorId: string
  illness: { fever?: boolean; medicines?: Record<string, string> } | null
  from: number
  until: number
  /** Null at the outpatient clinic. */
  ward: Ward | null
}

/** What a doctor wrote down of a visit or a stay that began in the last weeks. */
interface Treatment {
  person: Person
  doctorId: string
  admission: DemoAdmission | null
  visit: VisitIllness | null
  at: number
}

/** What doctors wrote about their patients in the last weeks; at the clinic once each, and nobody who was on a ward. */
export class Treatments {
  readonly #hospital: Practice
  readonly #visits: readonly Visit[]
  readonly #admissions: readonly DemoAdmission[]
  readonly #since: number

  constructor(hospital: Practice, visits: readonly Visit[], admissions: readonly DemoAdmission[]) {
    this.#hospital = hospital
    this.#admissions = admissions
    this.#since = hospital.now - daysBack * dayLength
    this.#visits = visits
      .filter(({ startedAt }) => startedAt !== null && startedAt > this.#since)
      .sort((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0))
  }

  async fill(client: pg.Client): Promise<void> {
    const medications: Row[] = []
    const stops: Row[] = []
    const problems: Row[] = []
    for (const treatment of this.#all()) {
      for (const [medication, stop] of this.#prescribed(treatment)) {
        medications.push({ id: this.#id(kinds.medication, medications), ...medication })
        if (stop) stops.push({ id: medications.at(-1)?.id ?? null, ...stop })
      }
      const [diagnosis, icd10] = treatment.visit?.problem ?? []
      if (!diagnosis || !icd10) continue
      const { person, doctorId, at } = treatment
      const id = this.#id(kinds.problem, problems)
      const recorded = { patient_id: person.id, recorded_at: textOf(at), recorded_by: doctorId }
      problems.push({ id, ...recorded, diagnosis, icd10 })
    }
    await copyRows(client, 'medication', medications)
    await copyRows(client, 'medication_stop', stops)
    await copyRows(client, 'problem', problems)
    await copyRows(client, 'visit_note', this.#notes())
  }

  #id(kind: number, made: readonly Row[]): string {
    return uuidAt(this.#hospital.seed, kind, made.length)
  }

  /** Whose vital signs are taken. */
  attended(): Attended[] {
    const { now } = this.#hospital
    const inside = Map.groupBy(this.#admissions, ({ person }) => person.person.index)
    const inpatients = this.#admissions
      .filter(({ leftAt }) => (leftAt ?? now) > this.#since)
      .map(({ person, doctorId, illness, admittedAt, leftAt, stays }): Attended => {
        const ward = stays[0]?.bed.ward ?? null
        const from = Math.max(admittedAt, this.#since)
        return { person: person.person, doctorId, illness, from, until: leftAt ?? now, ward }
      })
    const visits = this.#visits
      .filter(({ person, startedAt }) => {
        const at = startedAt ?? 0
        return !inside
          .get(person.index)
          ?.some(({ admittedAt, leftAt }) => at >= admittedAt && at <= (leftAt ?? now))
      })
      .slice(0, mostVisits)
      .map(({ person, doctorId, illness, startedAt }): Attended => {
        const at = startedAt ?? 0
        return { person, doctorId, illness, from: at, until: at, ward: null }
      })
    return [...inpatients, ...visits]
  }

  #all(): Treatment[] {
    const died = this.#admissions.filter(({ destination }) => destination === 'DIED')
    const known = new Set(died.map(({ person }) => person.person.index))
    const isFirst = ({ person: { index } }: Treatment) => !known.has(index) && known.add(index)
    const onWards = this.#admissions
      .filter(({ admittedAt }) => admittedAt > this.#since)
      .map((admission): Treatment => {
        const { person, doctorId, admittedAt } = admission
        // Once they were weighed.
        const at = admittedAt + 40 * minute
        return { person: person.person, doctorId, admission, visit: null, at }
      })
      .filter(({ at, admission }) => at < (admission?.leftAt ?? this.#hospital.now))
    const atTheClinic = this.#visits
      .filter(({ illness, completedAt }) => illness && completedAt !== null)
      .slice(0, mostNotes)
      .map(({ person, doctorId, illness, completedAt }): Treatment => {
        return { person, doctorId, admission: null, visit: illness, at: completedAt ?? 0 }
      })
    const treated = onWards.filter(({ person }) => !known.has(person.index))
    for (const { person } of treated) known.add(person.index)
    return [...treated, ...atTheClinic.filter(isFirst)]
  }

  *#prescribed({ person, doctorId, admission, visit, at }: Treatment): Generator<[Row, Row | null]> {
    const { seed, clock } = this.#hospital
    const day = clock.dayAt(at)
    const allergens = allergiesOf(seed, person.index)
    const { weight } = bodyOn(seed, person, day)
    const patient = { ...patientOn(this.#hospital, person, day), weight, allergens }
    const illness = visit ?? admission?.illness ?? {}
    for (const { name, dose, unit, route, frequency, reason } of prescribedFor(illness, patient)) {
      const days = visit && !visit.lasts ? daysOf(reason) : null
      const patientId = { patient_id: person.id }
      const medication = {
        ...patientId,
        recorded_at: textOf(at),
        recorded_by: doctorId,
        admission_id: admission?.id ?? null,
        starts_on: dayText(day),
        ends_on: days && dayText(day + days - 1),
        name,
        dose,
        unit,
        route,
        frequency,
        reason,
        weight: isSmall(patient) ? weight : null,
      }
      const left = admission?.leftAt
      const stop = { ...patientId, stopped_at: textOf(left ?? 0), stopped_by: doctorId, reason: 'Discharged' }
      yield [medication, left ? stop : null]
    }
  }

  /** Signed notes of most visits; now and then one is forgotten. */
  *#notes(): Generator<Row> {
    const { seed } = this.#hospital
    const seen = this.#visits.filter(({ status, illness }) => status === 'COMPLETED' && illness)
    for (const [place, { id, person, doctorId, illness, startedAt, completedAt }] of seen
      .slice(0, mostNotes)
      .entries()) {
      if (!illness || startedAt === null || completedAt === null) continue
      if (randomFrom(seed, kinds.visitNote, place).chance(0.1)) continue
      const [findings, assessment, plan] = illness.note
      const signed = textOf(completedAt)
      yield {
        id: uuidAt(seed, kinds.visitNote, place),
        patient_id: person.id,
        appointment_id: id,
        seen_at: textOf(startedAt),
        reason: illness.reason,
        findings,
        assessment,
        plan,
        version: 2,
        updated_at: signed,
        signed_at: signed,
        recorded_at: textOf(Math.min(startedAt + 2 * minute, completedAt)),
        recorded_by: doctorId,
      }
    }
  }
}

/** 'Urticaria, for 3 days': what is not said so is for a week. */
function daysOf(reason: string): number {
  const [, number, unit] = /for (\d+) (day|week)s/.exec(reason) ?? []
  return number ? Number(number) * (unit === 'week' ? 7 : 1) : 7
}

/** Not audited, because the formulary was set up before the audit trail begins. */
export async function fillFormulary(client: pg.Client, { seed, clock, firstDay }: Practice): Promise<void> {
  const at = textOf(clock.momentAt(firstDay, 7 * 60))
  const rows = formulary.map((medicine, place) => ({
    id: uuidAt(seed, kinds.formulary, place),
    name: medicine.name,
    unit: medicine.unit,
    max_dose: medicine.maxDose,
    max_daily_dose: medicine.maxDailyDose,
    max_dose_per_kg: medicine.maxDosePerKg,
    max_child_dose: medicine.maxChildDose,
    created_at: at,
    updated_at: at,
  }))
  await copyRows(client, 'formulary_medicine', rows)
}

/** What the desk was told and what doctors recorded; `describePatient` has put the list on the patients already. */
export async function fillAllergies(client: pg.Client, hospital: Practice): Promise<void> {
  await copyRows(client, 'allergy', rows())

  function* rows(): Generator<Row> {
    const { seed, size, now, staff } = hospital
    for (let index = 0; index < size; index++) {
      const random = randomFrom(seed, kinds.allergyEntry, index)
      let at = registeredAt(hospital, index)
      for (const [place, entry] of allergiesOf(seed, index).entries()) {
        const isTold = entry.certainty === 'REPORTED'
        at = isTold ? at + 1 : at + Math.floor((now - at) * random.next())
        yield {
          id: uuidAt(seed, kinds.allergyEntry, index * 4 + place),
          patient_id: uuidAt(seed, kinds.patient, index),
          substance: entry.substance,
          is_none_known: entry.isNoneKnown,
          reaction: entry.reaction,
          severity: entry.severity,
          certainty: entry.certainty,
          recorded_at: textOf(at),
          recorded_by: isTold ? staff.receptionist : random.pick(staff.doctors),
        }
      }
    }
  }
}
