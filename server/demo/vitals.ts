import type pg from 'pg'
import { news2, type Scored } from '../../contract/clinical/news2.ts'
import type { Consciousness, OxygenGiven } from '../../contract/clinical/signs.ts'
import { type Practice, textOf } from './appointments.ts'
import { dayLength, minute } from './calendar.ts'
import { copyRows, type Row } from './load.ts'
import { ageOn, bodyOn, isSmall } from './people.ts'
import { kinds, type Population } from './population.ts'
import { type Random, randomFrom, uuidAt } from './random.ts'
import type { Attended } from './treatments.ts'

/** Minutes past midnight. */
const rounds = [6 * 60, 14 * 60, 22 * 60]

/** Somebody's own numbers when well, and how ill they are at first: 0 to 1. */
interface Body {
  age: number
  pulse: number
  respiratoryRate: number
  systolic: number
  weight: number
  height: number
  illness: number
  hasFever: boolean
}

/** Vital signs of inpatients at each round, and of some outpatients. */
export async function fillVitals(client: pg.Client, hospital: Practice, all: readonly Attended[]) {
  await copyRows(client, 'vital_signs', setsOf(hospital, all))
}

interface Taken extends Scored {
  id: string
  patientId: string
  doctorId: string
  age: number
  recordedAt: string
  /** The last full set of a patient in a bed, taken by a colleague of the attending doctor. */
  isNews: boolean
}

/**
 * Creates the alerts for the last month's high scores. Doctors acknowledged each soon after it, except the latest,
 * which is open and notified to the attending doctor. Runs once the triggers are enabled again.
 */
export async function tellScores(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Taken>(
    `select vitals.id, vitals.patient_id as "patientId", coalesce(admission.doctor_id, recorded_by) as "doctorId",
         date_part('year', age(taken_at, date_of_birth))::int as age, recorded_at as "recordedAt",
         respiratory_rate as "respiratoryRate", oxygen_saturation as "oxygenSaturation", oxygen,
         uses_scale_2 as "usesScale2", systolic, pulse, consciousness, temperature::float8,
         discharged_at is null and recorded_by <> admission.doctor_id and not exists (
           select from vital_signs later where later.patient_id = vitals.patient_id and struck_at is null
             and later.taken_at > vitals.taken_at
             and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
         ) as "isNews"
       from admission join patient on patient.id = patient_id
         join vital_signs vitals on vitals.patient_id = admission.patient_id
           and taken_at > admitted_at and (discharged_at is null or taken_at < discharged_at)
       where struck_at is null and recorded_at > now() - interval '30 days'
         and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
       order by taken_at, vitals.id`,
  )
  const high = rows.flatMap((taken) => {
    const scored = news2(taken, taken.age)
    return scored?.band === 'High' ? [{ ...taken, score: scored.score }] : []
  })
  const open = high.findLast(({ isNews }) => isNews)
  for (const { id, patientId, doctorId, recordedAt, score } of high) {
    const acknowledger = id === open?.id ? null : doctorId
    await client.query(
      `insert into news2_alert (id, patient_id, score, raised_at, acknowledged_at, acknowledged_by)
       values ($1, $2, $3, $4, case when $5::uuid is not null then least(now(), $4::timestamptz + interval '6 minutes') end, $5)`,
      [id, patientId, score, recordedAt, acknowledger],
    )
  }
  if (open) {
    await client.query(
      `select raise_notification('HIGH_NEWS2', $1, array[$2::uuid], with_score => $3::smallint, at => $4)`,
      [open.id, open.doctorId, open.score, open.recordedAt],
    )
  }
}

function* setsOf(hospital: Practice, all: readonly Attended[]): Generator<Row> {
  let made = 0
  const named = (set: Row): Row => ({ id: uuidAt(hospital.seed, kinds.vitals, made++), ...set })
  for (const [index, one] of all.entries()) {
    const random = randomFrom(hospital.seed, kinds.vitals, index)
    const body = bodyOf(hospital, random, one)
    // A fever needs a temperature and a child's medicine a weight; a prescription that is repeated needs neither.
    const isSeen = one.ward !== null || body.hasFever || (one.illness?.medicines && isSmall(body))
    if (!isSeen && random.chance(0.45)) continue
    for (const [place, at] of momentsOf(hospital, random, one).entries()) {
      const doctorId = recorderOf(hospital, one, place)
      yield named(setOf(random, { ...one, doctorId }, body, at, place === 0))
      if (random.chance(0.004)) yield named(wrongSet(random, one, body, at))
    }
  }
}

/** Every other round in a ward is a colleague's. */
function recorderOf(
  { staff: { doctors } }: Practice,
  { person: { id }, doctorId, ward }: Attended,
  round: number,
) {
  const isOwn = ward === null || (Number.parseInt(id.slice(0, 4), 16) + round) % 2 === 0
  return isOwn ? doctorId : (doctors[(doctors.indexOf(doctorId) + 1) % doctors.length] ?? doctorId)
}

/** When they come, and at each round after that. */
function momentsOf({ clock }: Population, random: Random, { from, until, ward }: Attended): number[] {
  const moments = [from + (ward === null ? 2 : 25) * minute]
  if (ward === null) return moments
  for (let day = clock.dayAt(from); day <= clock.dayAt(until); day++) {
    for (const round of rounds) {
      const at = clock.momentAt(day, round + random.between(-25, 25))
      if (at > from + 120 * minute) moments.push(at)
    }
  }
  return moments.filter((at) => at < until - 10 * minute)
}

/** Usual at an age: pulse, respiratory rate and systolic pressure. */
const usual = [
  [1, 132, 38, 84],
  [5, 108, 26, 96],
  [12, 90, 20, 104],
  [16, 80, 18, 114],
  [65, 74, 15, 121],
  [200, 73, 16, 132],
] as const

/** The same at each visit and stay; how ill somebody is, `now` says. */
function bodyOf({ seed, clock }: Population, now: Random, { person, from, illness, ward }: Attended): Body {
  const random = randomFrom(seed, kinds.vitals, Number.parseInt(person.id.slice(0, 8), 16))
  const day = clock.dayAt(from)
  const age = ageOn(person, day)
  const [, ...signs] = usual.find(([until]) => age < until) ?? usual[5]
  const [pulse, respiratoryRate, systolic] = signs.map((sign) => sign * (0.93 + random.next() * 0.14)) as [
    number,
    number,
    number,
  ]
  return {
    age,
    pulse,
    respiratoryRate,
    systolic,
    ...bodyOn(seed, person, day),
    illness:
      { ICU: 0.85, EMERGENCY: 0.55 }[ward as string] ?? (ward === null ? 0.12 : 0.35) * (0.5 + now.next()),
    hasFever: illness?.fever ?? false,
  }
}

/** A set without its id; whoever is treated gets better within days. */
function setOf(random: Random, one: Attended, body: Body, at: number, isFirst: boolean): Row {
  const days = (at - one.from) / dayLength
  const ill = Math.max(0, body.illness * 0.8 ** days + (random.next() - 0.5) * 0.12)
  const near = (value: number, width: number) => Math.round(value + (random.next() - 0.5) * width)
  const systolic = near(body.systolic * (1 - ill * 0.16), 12)
  const saturation = Math.min(100, Math.max(84, near(97.6 - ill * 7, 2)))
  const oxygen: OxygenGiven = saturation < 93 || ill > 0.6 ? 'OXYGEN' : 'AIR'
  const isConfused = body.age > 74 && ill > 0.45 && random.chance(0.4)
  const consciousness: Consciousness =
    one.ward === 'ICU' && ill > 0.78 ? 'VOICE' : isConfused ? 'CONFUSION' : 'ALERT'
  const temperature =
    36.6 + (body.hasFever ? (0.9 + ill * 1.6) * 0.6 ** days : 0) + (random.next() - 0.5) * 0.6
  const pain = Math.min(10, Math.max(0, near(ill * 6, 3)))
  const isBrief = one.ward === null && !body.hasFever && random.chance(0.3)
  return {
    patient_id: one.person.id,
    taken_at: textOf(at),
    recorded_at: textOf(at + random.between(1, 5) * minute),
    recorded_by: one.doctorId,
    temperature: isBrief ? null : temperature.toFixed(1),
    pulse: near(body.pulse * (1 + ill * 0.4), 9),
    respiratory_rate: isBrief ? null : near(body.respiratoryRate * (1 + ill * 0.5), 3),
    systolic,
    diastolic: Math.round(systolic * (0.58 + random.next() * 0.08)),
    oxygen_saturation: isBrief ? null : saturation,
    weight: isFirst ? body.weight : null,
    height: isFirst ? body.height : null,
    pain,
    consciousness: isBrief ? null : consciousness,
    oxygen: isBrief ? null : oxygen,
    struck_at: null,
    struck_by: null,
    struck_reason: null,
  }
}

/** One that was somebody else's, struck through a little later. */
function wrongSet(random: Random, one: Attended, body: Body, at: number): Row {
  const set = setOf(random, one, { ...body, pulse: body.pulse * 1.5 }, at - 4 * minute, false)
  const reason = random.pick(['Of the patient in the next bed', 'Typed into the wrong record'])
  return { ...set, struck_at: textOf(at + 6 * minute), struck_by: one.doctorId, struck_reason: reason }
}
