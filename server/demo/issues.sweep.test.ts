import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DoseOrder, doseQuestions } from '../../contract/clinical/formulary/dose-check.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { dayNumber } from './calendar.ts'
import { medicines } from './content.ts'
import { fillDemo } from './fill.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await fillDemo(database.ownerUrl, { today: '2026-11-23', timeZone: 'Europe/Berlin', accounts: false })
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface Issue {
  patientId: string
  /** In years, on the day of the issue. */
  age: number
  item: string
  at: Date
  day: string
  quantity: number
}
type Prescription = DoseOrder & {
  patientId: string
  weight: number | null
  recordedAt: Date
  stoppedAt: Date | null
  startsOn: string
  endsOn: string | null
}

/** The mg in one tablet or one millilitre of each medicine that the store issues to patients. */
const inOne: Record<string, number> = {
  'Acetylsalicylic acid 100 mg': 100,
  'Amlodipine 5 mg': 5,
  'Amoxicillin 500 mg': 500,
  'Amoxicillin suspension 250 mg/5 ml': 50,
  'Azithromycin 250 mg': 250,
  'Azithromycin suspension 200 mg/5 ml': 40,
  'Bisoprolol 2.5 mg': 2.5,
  'Furosemide 40 mg': 40,
  'Ibuprofen 400 mg': 400,
  'Ibuprofen suspension 100 mg/5 ml': 20,
  'Metformin 500 mg': 500,
  'Omeprazole 20 mg': 20,
  'Paracetamol 500 mg': 500,
  'Paracetamol syrup 120 mg/5 ml': 24,
  'Prednisolone 5 mg': 5,
  'Sertraline 50 mg': 50,
}
const timesADay: Record<string, number> = {
  DAILY: 1,
  IN_THE_MORNING: 1,
  TWICE_DAILY: 2,
  THREE_TIMES_DAILY: 3,
  EVERY_8_HOURS: 3,
  EVERY_6_HOURS: 4,
}
const ranges = medicines.map((medicine) => ({ ...medicine, route: null }))

/** All issues to patients, and all their prescriptions. */
async function readHospital() {
  const issues = await client.query<Issue>(`
    select patient_id as "patientId", item.name as item, at, day::text, -sum(movement.quantity)::float as quantity,
      extract(year from age(day, date_of_birth))::int as age
    from stock_movement movement join inventory_item item on item.id = item_id join patient on patient.id = patient_id,
      lateral (select (at at time zone 'Europe/Berlin')::date as day) local
    where kind = 'ISSUE' group by patient_id, item.name, at, day, date_of_birth order by at`)
  const prescriptions = await client.query<Prescription>(`
    select medication.patient_id as "patientId", name, dose::float, unit, route, frequency, weight::float,
      medication.recorded_at as "recordedAt", stopped_at as "stoppedAt", starts_on::text as "startsOn", ends_on::text as "endsOn"
    from medication left join medication_stop stop on stop.id = medication.id`)
  return { issues: issues.rows, prescriptions: prescriptions.rows }
}

/** Why a physician would not believe this issue to a patient; undefined if nothing is wrong. */
function doubt(issue: Issue, prescriptions: readonly Prescription[]): string | undefined {
  const { patientId, age, item, at, day, quantity } = issue
  const named = prescriptions.filter((order) => order.patientId === patientId && order.name === item)
  if (named.length === 0) return 'is not prescribed to the patient'
  const active = named.find(({ recordedAt, stoppedAt, startsOn, endsOn }) => {
    return recordedAt <= at && (stoppedAt ?? Infinity) > at && startsOn <= day && (endsOn ?? day) >= day
  })
  if (!active) return 'is not prescribed at that time'
  const { weight: kilograms, startsOn, endsOn, dose, frequency } = active
  const weight = kilograms === null ? null : { kilograms, on: startsOn }
  const asked = doseQuestions(active, { age, weight, today: day }, ranges)
  if (asked.length > 0) return asked.join(' ')
  const most = endsOn === null ? 28 : dayNumber(endsOn) - dayNumber(startsOn) + 1
  const unitsADay = (dose / (inOne[item] ?? 0)) * (timesADay[frequency ?? ''] ?? 0)
  const amounts = Array.from({ length: most }, (_, day) => Math.ceil((day + 1) * unitsADay - 1e-9))
  return amounts.includes(quantity) ? undefined : 'is no amount for a number of days'
}

async function doubts() {
  const { issues, prescriptions } = await readHospital()
  return issues.flatMap((issue) => {
    const why = doubt(issue, prescriptions)
    return why ? [{ ...issue, why }] : []
  })
}

test('what the store issues to a patient is prescribed to them then, fits their age, and is enough for some days', async () => {
  const { issues } = await readHospital()
  expect(await doubts()).toEqual([])
  expect(issues.length).toBeGreaterThan(20)
  expect(issues.filter(({ age }) => age < 14).length).toBeGreaterThan(2)
  expect(issues.filter(({ age }) => age >= 18).length).toBeGreaterThan(10)
})

test('planted in the store, morphine for a child of three years to whom nobody prescribed it is found', async () => {
  await client.query('begin')
  await client.query(`
    insert into stock_movement (item_id, batch_id, kind, quantity, patient_id, at)
    select item.id, batch.id, 'ISSUE', -2, child.id, '2026-11-20 10:00Z'
    from inventory_item item join batch on item_id = item.id and batch.quantity >= 2 and expiry > now(),
      lateral (select id from patient where date_of_birth between '2022-12-01' and '2023-11-19'
        order by mrn_number limit 1) child
    where name = 'Morphine 10 mg/ml ampoule' order by batch.id limit 1`)
  const found = await doubts()
  await client.query('rollback')
  expect(found).toMatchObject([
    { age: 3, item: 'Morphine 10 mg/ml ampoule', quantity: 2, why: 'is not prescribed to the patient' },
  ])
})

const issue: Issue = {
  patientId: 'child',
  age: 4,
  item: 'Amoxicillin suspension 250 mg/5 ml',
  at: new Date('2026-11-20T10:00Z'),
  day: '2026-11-20',
  quantity: 105,
}
const prescription: Prescription = {
  patientId: 'child',
  name: issue.item,
  dose: 350,
  unit: 'MG',
  route: 'ORAL',
  frequency: 'EVERY_8_HOURS',
  weight: 14.3,
  recordedAt: new Date('2026-11-20T09:30Z'),
  stoppedAt: null,
  startsOn: '2026-11-20',
  endsOn: '2026-11-24',
}
const furosemide = { ...prescription, name: 'Furosemide 40 mg', dose: 40, frequency: 'DAILY' } as const
test.each<[string, Partial<Issue>, Prescription, string | undefined]>([
  ['an issue of the whole course', {}, prescription, undefined],
  ['an issue for two days', { quantity: 42 }, prescription, undefined],
  ['an issue of ten times as much', { quantity: 1050 }, prescription, 'is no amount for a number of days'],
  ['an issue to another patient', { patientId: 'other' }, prescription, 'is not prescribed to the patient'],
  [
    'an issue before it is written',
    { at: new Date('2026-11-20T09:00Z') },
    prescription,
    'is not prescribed at that time',
  ],
  ['an issue when it is over', { day: '2026-11-25' }, prescription, 'is not prescribed at that time'],
  [
    'an issue when it is stopped',
    {},
    { ...prescription, stoppedAt: issue.at },
    'is not prescribed at that time',
  ],
  [
    'an issue to a child of what is for adults',
    { item: furosemide.name, quantity: 5 },
    furosemide,
    'The formulary has no dose by weight for Furosemide. The patient weighs 14.3 kg.',
  ],
])('%s is held against the prescription', (_, changed, prescribed, why) => {
  expect(doubt({ ...issue, ...changed }, [prescribed])).toBe(why)
})
