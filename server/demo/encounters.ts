import { doseIn } from '../../contract/clinical/formulary/strength.ts'
import { dosesIn } from '../../contract/clinical/formulary/supply.ts'
import type { DoseUnit } from '../../contract/clinical/medications.ts'
import { news2 } from '../../contract/clinical/news2.ts'
import type { Consciousness, OxygenGiven } from '../../contract/clinical/signs.ts'
import type { Visit } from './appointments.ts'
import { dayLength, hour, minute } from './calendar.ts'
import clinic from './content/clinic.json' with { type: 'json' }
import figures from './content/population.json' with { type: 'json' }
import { stockedItems } from './content.ts'
import { copyRows } from './load.ts'
import { allergiesOf, isSmall, patientOn, prescribedFor, toTenths } from './patients.ts'
import { kinds, type Random, randomFrom } from './random.ts'
import type { Practice } from './staff.ts'
import type { Admission } from './wards.ts'

/** The days for which doctors' entries are filled in: people look at the recent days of a demo. */
const daysBack = 40
/** Only the latest outpatient visits are filled in, because a large hospital has more than anyone reads. */
const [mostVisits, mostNotes] = [1500, 800]
const weighedAfter = 40 * minute

type Encounter = Admission | Visit

export function encountersIn({ now }: Practice, visits: readonly Visit[], stays: readonly Admission[]) {
  const latest = visits.toSorted((one, other) => other.from - one.from).slice(0, mostVisits)
  return [...stays, ...latest].filter(({ from }) => from > now - daysBack * dayLength)
}

export type Prescribed = ReturnType<typeof medicationsOf>[number]

/**
 * Fills the doctors' entries: prescriptions, which it returns, problems, and the signed notes of most visits. Treated are
 * inpatients, once they were weighed, and the latest visit of each patient who was no inpatient.
 */
export async function fillTreatments(hospital: Practice, all: readonly Encounter[]) {
  const stays = all.filter((one) => one.ward !== null)
  const visits = all.filter((one) => one.ward === null)
  const seen = visits.filter(({ illness, completedAt }) => illness && completedAt).slice(0, mostNotes)
  const known = new Set(stays.map(({ patient }) => patient.id))
  const weighed = stays.filter(({ from, until }) => from + weighedAfter < until)
  const survived = weighed.filter(({ destination }) => destination !== 'DIED')
  const treated = [...survived, ...seen.filter(({ patient: { id } }) => !known.has(id) && known.add(id))]
  const prescribed = treated.flatMap((one) => medicationsOf(hospital, one))
  const problems = treated.flatMap(({ patient, doctorId: recordedBy, until: recordedAt, illness }) =>
    illness?.problem ? [{ patient, recordedAt, recordedBy, ...illness.problem }] : [],
  )
  // One visit in ten has no note.
  const noted = seen.filter((_, place) => !randomFrom(hospital.seed, kinds.visitNote, place).chance(0.1))
  const notes = noted.map(({ patient, doctorId, from, until, id, illness }) => {
    const recorded = { recordedAt: Math.min(from + 2 * minute, until), recordedBy: doctorId }
    const signed = { seenAt: from, signedAt: until, updatedAt: until, version: 2 }
    return { patient, appointmentId: id, reason: illness?.reason, ...illness?.note, ...recorded, ...signed }
  })
  await copyRows(hospital, { medication: prescribed, problem: problems, visit_note: notes })
  await hospital.client.query(`
    insert into medication_stop (id, patient_id, stopped_at, stopped_by, reason)
    select medication.id, medication.patient_id, discharged_at, discharged_by, 'Discharged'
    from medication join admission on admission.id = admission_id where discharged_at is not null`)
  return prescribed
}

function medicationsOf({ seed, clock }: Practice, one: Encounter) {
  const { patient, doctorId: recordedBy, illness, ward, from, until } = one
  const recordedAt = ward ? from + weighedAfter : until
  const startsOn = clock.dayAt(recordedAt)
  const treated = { ...patientOn(seed, patient, startsOn), allergens: allergiesOf(seed, patient.index) }
  const weight = isSmall(treated) ? treated.weight : null
  const written = { patient, admission: ward ? one : null, recordedAt, recordedBy, startsOn, weight }
  return prescribedFor(illness ?? {}, treated).map((order) => {
    // 'Urticaria, for 3 days': a week where the reason says nothing.
    const [, number = 7, unit] = /for (\d+) (day|week)s/.exec(order.reason) ?? []
    const lastDay = startsOn + Number(number) * (unit === 'week' ? 7 : 1) - 1
    return { ...order, ...written, endsOn: ward || illness?.lasts ? null : lastDay }
  })
}

/** The store's issues to patients by day: some prescriptions are supplied in full, soon after they were written. */
export function suppliesFor({ seed, clock, now }: Practice, prescribed: readonly Prescribed[]) {
  return prescribed.flatMap((order) => {
    const { name, patient, recordedAt, admission } = order
    const random = randomFrom(seed, kinds.supply, patient.index)
    const at = recordedAt + random.between(10, 60) * minute
    const hours = Math.floor(clock.minutesAt(at) / 60)
    const isOpen = hours >= 8 && hours < 17 && at < (admission?.until ?? now)
    const quantity = isOpen && random.chance(0.25) ? quantityOf(order) : 0
    return quantity > 0 ? [{ name, patientId: patient.id, at, day: clock.dayAt(at), quantity }] : []
  })
}

/** Ampoules, vials and pens go to wards: only what is counted or measured out is issued to a patient. */
const doseUnits: Record<string, DoseUnit> = { tablets: 'TABLET', ml: 'ML' }

/** Two days for an inpatient; otherwise the whole course, or two weeks of a medicine without an end. */
function quantityOf({ name, dose, unit, frequency, startsOn, endsOn, admission }: Prescribed): number {
  const counted = doseUnits[stockedItems.find((item) => item.name === name)?.unit ?? '']
  const inOne = counted && doseIn({ name, dose: 1, unit: counted }, unit)
  const days = admission ? 2 : endsOn === null ? 14 : endsOn - startsOn + 1
  const doses = dosesIn[frequency]?.(days)
  return inOne && doses ? Math.ceil((dose / inOne) * doses - 1e-9) : 0
}

/**
 * Vital signs of inpatients at each round, and of some outpatients. High scores of the last month raised alerts:
 * attending doctors acknowledged them soon, except one, which is still open and known to its doctor.
 */
export async function fillVitals(hospital: Practice, all: readonly Encounter[]) {
  const { client, now } = hospital
  // One inpatient has just deteriorated, so that there is an alert to see.
  const worse = all.find(({ ward, until }) => ward === 'GENERAL' && until === now)
  const sets = all.flatMap((one, index) => setsOf(hospital, one, index, one === worse))
  const high = sets.filter(({ isHigh, recordedAt }) => isHigh && recordedAt > now - 30 * dayLength)
  await copyRows(hospital, { vital_signs: sets, news2_alert: high })
  await client.query(`
    select raise_notification('HIGH_NEWS2', id, told_of_news2(alert), with_score => score, at => raised_at)
    from news2_alert alert where acknowledged_at is null`)
}

function setsOf(hospital: Practice, one: Encounter, index: number, isWorse: boolean) {
  const { ward, doctorId, illness } = one
  const random = randomFrom(hospital.seed, kinds.vitalSigns, index)
  const body = bodyOf(hospital, random, one)
  // A fever needs a temperature and a child's medicine a weight; a prescription that is repeated needs neither.
  const isSeen = ward !== null || illness?.fever || (illness?.medicines && isSmall(body))
  if (!isSeen && random.chance(0.45)) return []
  const moments = momentsOf(hospital, random, one)
  const { doctors } = hospital.staff
  const colleague = doctors[(doctors.indexOf(doctorId) + 1) % doctors.length] ?? doctorId
  return moments.flatMap((at, round) => {
    const isOpen = isWorse && at === moments.at(-1)
    const state = isOpen ? { ...body, severity: 1.2, from: at } : body
    const recordedBy = ward && (moments.length - round) % 2 === 1 ? colleague : doctorId
    const signs = setOf(random, one, state, at, round === 0)
    const scored = ward && news2({ ...signs, usesScale2: false }, body.age)
    const acknowledgedAt = isOpen ? null : Math.min(hospital.now, signs.recordedAt + 6 * minute)
    const answered = { raisedAt: signs.recordedAt, acknowledgedAt, acknowledgedBy: isOpen ? null : doctorId }
    const set = { ...signs, recordedBy, score: scored?.score, isHigh: scored?.band === 'High', ...answered }
    if (!random.chance(0.004)) return [set]
    // One of another patient was struck through a little later.
    const other = { pulse: Math.round(set.pulse * 1.5), isHigh: false, takenAt: at - 4 * minute }
    const struckReason = random.pick(clinic.struckReasons)
    return [set, { ...set, ...other, struckAt: at + 6 * minute, struckBy: doctorId, struckReason }]
  })
}

/** The times at which signs are taken: on arrival, and on a ward at each round after that. */
function momentsOf({ clock }: Practice, random: Random, { from, until, ward }: Encounter): number[] {
  if (ward === null) return [from + 2 * minute]
  const rounds: number[] = []
  for (let day = clock.dayAt(from); day <= clock.dayAt(until); day++)
    for (const round of clinic.roundHours)
      rounds.push(clock.momentAt(day, round * 60 + random.between(-25, 25)))
  const moments = [from + 25 * minute, ...rounds.filter((at) => at > from + 2 * hour)]
  return moments.filter((at) => at < until - 10 * minute)
}

/** A patient's own signs when well, the same at each visit and stay, and from 0 to 1 how ill they are at first. */
function bodyOf({ seed, clock }: Practice, now: Random, { patient, from, ward }: Encounter) {
  const random = randomFrom(seed, kinds.vitalSigns, Number.parseInt(patient.id.slice(0, 8), 16))
  const body = patientOn(seed, patient, clock.dayAt(from))
  const usual = figures.usualSigns.find(({ until }) => body.age < until)
  const own = (value = 0) => value * (0.93 + random.next() * 0.14)
  const [pulse, respiratoryRate] = [own(usual?.pulse), own(usual?.respiratoryRate)]
  const severity =
    ward === 'ICU' ? 0.85 : ward === 'EMERGENCY' ? 0.55 : (ward ? 0.35 : 0.12) * (0.5 + now.next())
  return { ...body, pulse, respiratoryRate, systolic: own(usual?.systolic), severity, from }
}

type Body = ReturnType<typeof bodyOf>

/** One set of signs: patients get better within days of treatment. */
function setOf(random: Random, one: Encounter, body: Body, takenAt: number, isFirst: boolean) {
  const { patient, ward, illness } = one
  const days = (takenAt - body.from) / dayLength
  const spread = (width: number) => (random.next() - 0.5) * width
  const near = (value: number, width: number) => Math.round(value + spread(width))
  const ill = Math.max(0, body.severity * 0.8 ** days + spread(0.12))
  const systolic = near(body.systolic * (1 - ill * 0.16), 12)
  const oxygenSaturation = Math.min(100, Math.max(84, near(97.6 - ill * 7, 2)))
  const isConfused = body.age > 74 && ill > 0.45 && random.chance(0.4)
  const isDrowsy = ward === 'ICU' && ill > 0.78
  const consciousness: Consciousness = isDrowsy ? 'VOICE' : isConfused ? 'CONFUSION' : 'ALERT'
  const oxygen: OxygenGiven = oxygenSaturation < 93 || ill > 0.6 ? 'OXYGEN' : 'AIR'
  const fever = illness?.fever ? (0.9 + ill * 1.6) * 0.6 ** days : 0
  const temperature = toTenths(36.6 + fever + spread(0.6))
  const pain = Math.min(10, Math.max(0, near(ill * 6, 3)))
  const isBrief = ward === null && !illness?.fever && random.chance(0.3)
  const recordedAt = takenAt + random.between(1, 5) * minute
  const pulse = near(body.pulse * (1 + ill * 0.4), 9)
  const respiratoryRate = isBrief ? null : near(body.respiratoryRate * (1 + ill * 0.5), 3)
  const diastolic = Math.round(systolic * (0.58 + random.next() * 0.08))
  const always = { patient, takenAt, recordedAt, pulse, systolic, diastolic, pain }
  const skipped = { temperature: null, oxygenSaturation: null, consciousness: null, oxygen: null }
  const others = isBrief ? skipped : { temperature, oxygenSaturation, consciousness, oxygen }
  return {
    ...always,
    respiratoryRate,
    ...others,
    ...(isFirst && { weight: body.weight, height: body.height }),
  }
}
