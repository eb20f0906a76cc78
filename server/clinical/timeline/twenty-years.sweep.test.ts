import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { fillYears } from '../../testing/factories/timeline.ts'

/** A record of twenty years opens as one of a year does, and as an empty one. */

// Records every query before it is sent, so it has to be in place before the first connection.
const sent: Asked[] = []
const { query } = pg.Client.prototype
pg.Client.prototype.query = function listened(this: pg.Client, ...said: unknown[]) {
  sent.push({ text: '', values: [], ...Object(said[0]) })
  return Reflect.apply(query, this, said) as unknown
} as typeof query
const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [doctor, desk] = [await app.signIn('doctor'), await app.signIn('receptionist')]

async function recordOf(years: number): Promise<string> {
  const { id } = await givenPatient(desk, { dateOfBirth: '1980-04-10', allergies: null })
  const bed = await givenBed(admin)
  await fillYears(app.asOwner, { patientId: id, doctorId: doctor.id, bedId: bed.id }, years)
  return id
}

let empty = ''
let young = ''
let old = ''
beforeAll(async () => {
  // Other records, as in a hospital: a query without an index would read all of them.
  for (let others = 0; others < 5; others++) await recordOf(4)
  empty = await recordOf(0)
  young = await recordOf(1)
  old = await recordOf(20)
  await app.asOwner('vacuum (analyze)')
})

/** The requests of the screens of a record and of its timeline when a doctor opens them. */
function opening(id: string): string[] {
  const today = utcToday()
  const own = `/api/patients/${id}`
  const booked = `/api/appointments?patientId=${id}&direction=asc&limit=50`
  return [
    own,
    `${own}/appointments?page=1&limit=20`,
    `${own}/admissions?page=1&limit=20`,
    `${own}/allergies?state=current&limit=200`,
    `${own}/medications/current`,
    `${own}/problems?state=current&limit=200`,
    `${own}/vitals/latest`,
    `${booked}&to=${daysAfter(today, -1)}&status=IN_QUEUE,IN_PROGRESS`,
    `${booked}&from=${today}&status=SCHEDULED,IN_QUEUE,IN_PROGRESS`,
    `${own}/timeline?limit=30`,
  ]
}

async function open(id: string): Promise<void> {
  for (const path of opening(id)) {
    const answer = await doctor.send('GET', path)
    expect(answer.status, answer.text).toBe(200)
  }
}

interface Asked {
  text: string
  values: unknown[]
}

/** The queries that read from the database during the act. */
async function askedBy(act: () => Promise<void>): Promise<Asked[]> {
  sent.length = 0
  await act()
  const reads = /^\s*(\/\*.*\*\/)?\s*select\b/i
  return sent.filter(({ text }) => reads.test(text))
}

/** The number of database pages that a query reads. */
async function pagesFor({ text, values }: Asked): Promise<number> {
  const [plan] = await app.asOwner<{
    'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
  }>(`explain (analyze, buffers, format json) ${text}`, values)
  const { Plan } = plan?.['QUERY PLAN'][0] ?? {}
  return (Plan?.['Shared Hit Blocks'] ?? Number.NaN) + (Plan?.['Shared Read Blocks'] ?? Number.NaN)
}

test('it is read by as many looks into the database as a record of one year', async () => {
  const pages = async (id: string) => {
    const asked = await askedBy(() => open(id))
    expect(asked.length).toBeGreaterThan(opening(id).length)
    let sum = 0
    for (const one of asked) sum += await pagesFor(one)
    return sum
  }
  await open(empty)
  const ofAYear = await pages(young)
  const ofTwentyYears = await pages(old)
  expect(ofTwentyYears).toBeLessThan(1.5 * ofAYear)
})

test('it is opened within twice the time of an empty one', async () => {
  const times = { empty: [] as number[], old: [] as number[] }
  for (let round = -3; round < 16; round++) {
    // In turns, so that whatever else the machine does slows both.
    for (const [name, id] of round % 2
      ? ([
          ['empty', empty],
          ['old', old],
        ] as const)
      : ([
          ['old', old],
          ['empty', empty],
        ] as const)) {
      const begin = performance.now()
      await open(id)
      if (round >= 0) times[name].push(performance.now() - begin)
    }
  }
  const median = (all: number[]) => all.toSorted((one, other) => one - other)[all.length / 2] ?? Number.NaN
  expect(median(times.old) / median(times.empty)).toBeLessThan(2)
})
