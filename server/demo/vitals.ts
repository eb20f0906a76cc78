import type pg from 'pg'
import { news2, type Scored } from '../../contract/clinical/news2.ts'
import type { Consciousness, OxygenGiven } from '../../contract/clinical/signs.ts'
import type { Ward } from '../../contract/wards.ts'
import { type Practice, textOf } from './appointments.ts'
import { dayLength, minute } from './calendar.ts'
import { copyRows, type Row } from './load.ts'
import { kinds, type Population } from './patients.ts'
import { type Random, randomFrom, uuidAt } from './random.ts'

/** So far back, and no further: a demo is opened today. */
const daysBack = 40
/** Of visits; a large hospital has more than anybody looks at. */
const mostVisits = 1500
/** Minutes past midnight. */
const rounds = [6 * 60, 14 * 60, 22 * 60]

const columns = [
  'id',
  'patient_id',
  'taken_at',
  'recorded_at',
  'recorded_by',
  'temperature',
  'pulse',
  'respiratory_rate',
  'systolic',
  'diastolic',
  'oxygen_saturation',
  'weight',
  'height',
  'pain',
  'consciousness',
  'oxygen',
  'struck_at',
  'struck_by',
  'struck_reason',
]

/** Whose vital signs are taken, from when to when. */
interface Attended {
  patientId: string
  doctorId: string
  age: number
  from: number
  until: number
  /** Null at the outpatient clinic. */
  ward: Ward | null
}

/** Somebody's own numbers when well, and how ill they are at first: 0 to 1. */
interface Body {
  pulse: number
  respiratoryRate: number
  systolic: number
  weight: number
  height: number
  illness: number
  hasFever: boolean
}

/** Vital signs of inpatients at each round, and of some outpatients. Comes after wards and appointments. */
export async function fillVitals(client: pg.Client, hospital: Practice): Promise<void> {
  const since = textOf(hospital.now - daysBack * dayLength)
  const inpatients = await client.query<Stored>(
    `select admission.patient_id as "patientId", admission.doctor_id as "doctorId",
       extract(epoch from greatest(admitted_at, $1)) * 1000 as from,
       extract(epoch from coalesce(discharged_at, $2)) * 1000 as until,
       date_part('year', age(admitted_at, date_of_birth))::int as age, (
         select ward from stay join bed on bed.id = bed_id where admission_id = admission.id order by started_at limit 1
       ) as ward
     from admission join patient on patient.id = patient_id
     where coalesce(discharged_at, $2) > $1 and doctor_id is not null order by admission.id`,
    [since, textOf(hospital.now)],
  )
  const visits = await client.query<Stored>(
    `select patient_id as "patientId", doctor_id as "doctorId", extract(epoch from started_at) * 1000 as from,
       extract(epoch from started_at) * 1000 as until, date_part('year', age(date, date_of_birth))::int as age, null as ward
     from appointment join patient on patient.id = patient_id
     where status in ('IN_PROGRESS', 'COMPLETED') and started_at > $1 and not exists (
       select from admission where admission.patient_id = appointment.patient_id
         and started_at between admitted_at and coalesce(discharged_at, $3))
     order by started_at desc, appointment.id limit $2`,
    [since, mostVisits, textOf(hospital.now)],
  )
  const attended = [...inpatients.rows, ...visits.rows].map((row) => ({
    ...row,
    from: Number(row.from),
    until: Number(row.until),
  }))
  await copyRows(client, 'vital_signs', columns, setsOf(hospital, attended))
}

interface Taken extends Scored {
  id: string
  doctorId: string
  age: number
  recordedAt: string
}

/**
 * High scores of the last month's inpatients, where a colleague took the full set, told as the server tells them; what is
 * older than a day was read. Comes when the triggers are back.
 */
export async function tellScores(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Taken>(
    `select vitals.id, admission.doctor_id as "doctorId",
         date_part('year', age(taken_at, date_of_birth))::int as age, recorded_at as "recordedAt",
         respiratory_rate as "respiratoryRate", oxygen_saturation as "oxygenSaturation", oxygen,
         uses_scale_2 as "usesScale2", systolic, pulse, consciousness, temperature::float8
       from admission join patient on patient.id = patient_id
         join vital_signs vitals on vitals.patient_id = admission.patient_id
           and taken_at > admitted_at and (discharged_at is null or taken_at < discharged_at)
       where struck_at is null and recorded_by <> admission.doctor_id and recorded_at > now() - interval '30 days'
         and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
       order by taken_at, vitals.id`,
  )
  for (const { id, doctorId, age, recordedAt, ...set } of rows) {
    const scored = news2(set, age)
    if (scored?.band !== 'High') continue
    await client.query(
      `select raise_notification('HIGH_NEWS2', $1, array[$2::uuid], with_score => $3::smallint, at => $4)`,
      [id, doctorId, scored.score, recordedAt],
    )
  }
  await client.query(
    `update notification set read_at = raised_at + interval '20 minutes'
     where kind = 'HIGH_NEWS2' and raised_at < now() - interval '1 day'`,
  )
}

/** As PostgreSQL sends them to a client that reads no numerics. */
type Stored = Omit<Attended, 'from' | 'until'> & { from: string; until: string }

function* setsOf(hospital: Practice, all: readonly Attended[]): Generator<Row> {
  let made = 0
  const named = (set: Row): Row => [uuidAt(hospital.seed, kinds.vitals, made++), ...set]
  for (const [index, one] of all.entries()) {
    const random = randomFrom(hospital.seed, kinds.vitals, index)
    // A cough needs a temperature, a prescription does not.
    if (one.ward === null && random.chance(0.45)) continue
    const body = bodyOf(hospital.seed, random, one)
    for (const [place, at] of momentsOf(hospital, random, one).entries()) {
      yield named(
        setOf(random, { ...one, doctorId: recorderOf(hospital, one, place) }, body, at, place === 0),
      )
      if (random.chance(0.004)) yield named(wrongSet(random, one, body, at))
    }
  }
}

/** Every other round in a ward is a colleague's. */
function recorderOf(
  { staff: { doctors } }: Practice,
  { patientId, doctorId, ward }: Attended,
  round: number,
) {
  const isOwn = ward === null || (Number.parseInt(patientId.slice(0, 4), 16) + round) % 2 === 0
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

/** The same at each visit and stay; how ill somebody is, `now` says. */
function bodyOf(seed: number, now: Random, { patientId, age, ward }: Attended): Body {
  const random = randomFrom(seed, kinds.vitals, Number.parseInt(patientId.slice(0, 8), 16))
  const spread = () => 0.93 + random.next() * 0.14
  const [pulse, respiratoryRate, systolic, height] =
    age < 1
      ? [132, 38, 84, 66]
      : age < 5
        ? [108, 26, 96, 95]
        : age < 12
          ? [90, 20, 104, 130]
          : age < 16
            ? [80, 18, 114, 160]
            : age < 65
              ? [74, 15, 121, 171]
              : [73, 16, 132, 167]
  const tall = Math.round(height * (0.96 + random.next() * 0.08))
  const index = age < 12 ? 16.5 : 21 + random.next() * 9
  return {
    pulse: pulse * spread(),
    respiratoryRate: respiratoryRate * spread(),
    systolic: systolic * spread(),
    height: tall,
    weight: Math.round((tall / 100) ** 2 * index * 10) / 10,
    illness:
      { ICU: 0.85, EMERGENCY: 0.55 }[ward as string] ?? (ward === null ? 0.12 : 0.35) * (0.5 + now.next()),
    hasFever: now.chance(0.35),
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
  const isConfused = one.age > 74 && ill > 0.45 && random.chance(0.4)
  const consciousness: Consciousness =
    one.ward === 'ICU' && ill > 0.78 ? 'VOICE' : isConfused ? 'CONFUSION' : 'ALERT'
  const temperature = 36.6 + (body.hasFever ? ill * 2.4 : 0) + (random.next() - 0.5) * 0.6
  const pain = Math.min(10, Math.max(0, near(ill * 6, 3)))
  const isBrief = one.ward === null && random.chance(0.3)
  return [
    one.patientId,
    textOf(at),
    textOf(at + random.between(1, 5) * minute),
    one.doctorId,
    isBrief ? null : temperature.toFixed(1),
    near(body.pulse * (1 + ill * 0.4), 9),
    isBrief ? null : near(body.respiratoryRate * (1 + ill * 0.5), 3),
    systolic,
    Math.round(systolic * (0.58 + random.next() * 0.08)),
    isBrief ? null : saturation,
    isFirst ? body.weight : null,
    isFirst ? body.height : null,
    pain,
    isBrief ? null : consciousness,
    isBrief ? null : oxygen,
    null,
    null,
    null,
  ]
}

/** One that was somebody else's, struck through a little later. */
function wrongSet(random: Random, one: Attended, body: Body, at: number): Row {
  const set = setOf(random, one, { ...body, pulse: body.pulse * 1.5 }, at - 4 * minute, false)
  const reason = random.pick(['Of the patient in the next bed', 'Typed into the wrong record'])
  return [...set.slice(0, -3), textOf(at + 6 * minute), one.doctorId, reason]
}
