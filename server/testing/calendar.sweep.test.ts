import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAppointmentsOfDay, listTodaysAppointments } from '../../contract/front-desk/appointments.ts'
import { readSite } from '../../contract/hospital/hospital.ts'
import {
  editPatient,
  exportPatients,
  listPatients,
  readPatient,
  summarizePatients,
} from '../../contract/people/patients.ts'
import { startApp } from './app.ts'
import { ifMatch } from './client.ts'
import { moveHospital, storyClock } from './clock.ts'
import { daysAfter } from './days.ts'
import { book, change, givenAppointment } from './factories/appointments.ts'
import { givenPatient, patientForm } from './factories/patients/patients.ts'

// Neither the hospital's time zone nor UTC, because the server's own must not matter.
process.env['TZ'] = 'Pacific/Auckland'

const zones = [
  'Europe/Berlin',
  'America/New_York',
  // Clocks change at midnight, so some days have no 00:00, or two.
  'Africa/Cairo',
  'Asia/Kolkata',
  // Clocks change by half an hour.
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]
/** On each of these the clocks change in one of the zones. */
const days = [
  '2025-03-09',
  '2025-03-30',
  '2025-04-06',
  '2025-04-25',
  '2025-10-05',
  '2025-10-26',
  '2025-10-31',
  '2025-11-02',
]

const { clock, set } = storyClock('2025-02-01T12:00:00Z')
const app = await startApp({ clock })
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

test('this process stands in a zone of its own', () => {
  expect(new Date('2025-07-01T12:00:00Z').getTimezoneOffset()).toBe(-720)
})

describe.each(zones)('in %s', (timeZone) => {
  beforeAll(() => moveHospital(app, timeZone))

  test.each(days)('%s begins at the hospital’s midnight: the queue then starts at 1', async (day) => {
    const [yesterday, tomorrow] = [daysAfter(day, -1), daysAfter(day, 1)]
    // The moment of midnight by PostgreSQL's time zone data.
    const [{ midnight } = { midnight: clock() }] = await app.asOwner<{ midnight: Date }>(
      'select $1::date::timestamp at time zone $2 as midnight',
      [day, timeZone],
    )
    await clockAt(new Date(midnight.getTime() - 1))
    const late = await givenAppointment(desk, { doctorId: doctor.id, date: yesterday })
    expect((await change(desk, late, { status: 'IN_QUEUE' })).status).toBe(200)
    expect((await desk.call(listTodaysAppointments)).body.map(({ id }) => id)).toContain(late.id)

    await clockAt(midnight)
    expect((await desk.call(listTodaysAppointments)).body).toEqual(
      (await desk.call(listAppointmentsOfDay, { params: { date: day } })).body,
    )
    const first = await givenAppointment(desk, { doctorId: doctor.id, date: day })
    const today = (await desk.call(listTodaysAppointments)).body
    expect(today.map(({ id, queueNumber, date }) => ({ id, queueNumber, date }))).toEqual([
      { id: first.id, queueNumber: 1, date: day },
    ])
    const past = await book(desk, { doctorId: doctor.id, date: yesterday })
    expect(past.problem).toMatchObject({ status: 422, errors: [{ path: 'date' }] })
    const figures = (await desk.call(summarizePatients)).body
    expect(figures.newPatientsSince).toBe(daysAfter(day, -29))
    // Today's appointment, and the patient who has waited since yesterday.
    expect(figures.pendingAppointments).toBe(2)

    const [{ end } = { end: clock() }] = await app.asOwner<{ end: Date }>(
      'select $1::date::timestamp at time zone $2 as end',
      [tomorrow, timeZone],
    )
    await clockAt(new Date(end.getTime() - 1))
    expect((await desk.call(listTodaysAppointments)).body.map(({ id }) => id)).toEqual([first.id])
    expect((await givenAppointment(desk, { doctorId: doctor.id, date: day })).queueNumber).toBe(2)
    await forgetDays()
  })

  test.each(days)('a birth on %s stays on that day, wherever it is read', async (dateOfBirth) => {
    await clockAt(new Date('2025-12-01T12:00:00Z'))
    const patient = await givenPatient(desk, { dateOfBirth, lastName: `Born${timeZone}${dateOfBirth}` })
    const params = { id: patient.id }
    expect(patient.dateOfBirth).toBe(dateOfBirth)
    const read = await desk.call(readPatient, { params })
    expect(read.body.dateOfBirth).toBe(dateOfBirth)
    const form = patientForm({ dateOfBirth: read.body.dateOfBirth, lastName: patient.lastName })
    const edited = await desk.call(editPatient, { params, body: form }, ifMatch(patient))
    expect(edited.body.dateOfBirth).toBe(dateOfBirth)
    const query = { search: patient.mrn, sort: 'dateOfBirth' } as const
    expect((await desk.call(listPatients, { query })).body.items[0]?.dateOfBirth).toBe(dateOfBirth)
    expect((await desk.call(exportPatients, { query })).text).toContain(`,${dateOfBirth},`)
    const [row] = await app.asOwner('select date_of_birth::text from patient where id = $1', [patient.id])
    expect(row).toEqual({ date_of_birth: dateOfBirth })
  })

  test('thirty days in a row are thirty different days, whatever the clocks do', async () => {
    const since: string[] = []
    for (let hours = 0; hours < 30 * 24; hours += 24) {
      await clockAt(new Date(Date.UTC(2025, 9, 15, 12) + hours * 3_600_000))
      since.push((await desk.call(summarizePatients)).body.newPatientsSince)
    }
    expect(new Set(since).size).toBe(30)
    expect(since.toSorted()).toEqual(since)
  })

  test('each day is the hospital’s from its first moment to its last, and whoever counts in another way is found', async () => {
    const { hospital } = app.app.lantern
    expect(await wrongDays(timeZone, (moment) => hospital.today(moment))).toEqual([])

    const utc = async (moment: Date) => moment.toISOString().slice(0, 10)
    expect((await wrongDays(timeZone, utc)).length).toBeGreaterThanOrEqual(days.length)
    // A fixed offset from the beginning of the year is right until the clocks change.
    const [winter] = await app.asOwner<{ hours: number }>(
      `select extract(epoch from '2025-01-01Z'::timestamptz at time zone $1 - '2025-01-01'::timestamp)::float / 3600 as hours`,
      [timeZone],
    )
    const standing = (moment: Date) => utc(new Date(moment.getTime() + (winter?.hours ?? 0) * 3_600_000))
    const neverChanges = ['Asia/Kolkata', 'Pacific/Kiritimati'].includes(timeZone)
    expect((await wrongDays(timeZone, standing)).length > 0).toBe(!neverChanges)
  })
})

/** The days that `today` gets wrong at their first or last moment in a time zone. */
async function wrongDays(timeZone: string, today: (moment: Date) => Promise<string>): Promise<string[]> {
  const edges = await app.asOwner<{ day: string; midnight: Date }>(
    `select day::date::text as day, day::timestamp at time zone $1 as midnight
     from unnest($2::date[]) near, generate_series(near - 1, near + 1, interval '1 day') day`,
    [timeZone, days],
  )
  const wrong = new Set<string>()
  for (const { day, midnight } of edges) {
    if ((await today(midnight)) !== day) wrong.add(day)
    if ((await today(new Date(midnight.getTime() - 1))) !== daysAfter(day, -1)) wrong.add(day)
  }
  return [...wrong]
}

test('a birth that is read as a moment is found to have moved, each of them', async () => {
  await moveHospital(app, 'Europe/Berlin')
  await clockAt(new Date('2025-12-01T12:00:00Z'))
  for (const dateOfBirth of days) {
    const { id } = await givenPatient(desk, { dateOfBirth })
    // By default the driver reads a date as midnight in the server's time zone.
    const careless = new pg.Client({ connectionString: app.database.ownerUrl })
    await careless.connect()
    const { rows } = await careless.query<{ born: Date }>(
      'select date_of_birth as born from patient where id = $1',
      [id],
    )
    await careless.end()
    expect(rows[0]?.born.toISOString().slice(0, 10)).not.toBe(dateOfBirth)
  }
})

// Time zones on which Node's data and PostgreSQL's have disagreed.
test.each(['Africa/Casablanca', 'Africa/El_Aaiun', 'America/Edmonton'])(
  'in %s it is the same day to the server as to the rules that PostgreSQL keeps',
  async (timeZone) => {
    await moveHospital(app, timeZone)
    const days = await app.asOwner<{ day: string; midnight: Date }>(
      `select day::date::text as day, day::timestamp at time zone $1 as midnight
       from generate_series('2026-01-01'::timestamp, '2027-12-31', '1 day') day`,
      [timeZone],
    )
    const { hospital } = app.app.lantern
    const told: string[] = []
    const meant: string[] = []
    for (const { day, midnight } of days) {
      const hour = 3_600_000
      told.push(await hospital.today(midnight), await hospital.today(new Date(midnight.getTime() - hour / 2)))
      meant.push(day, daysAfter(day, -1))
    }
    expect(told).toEqual(meant)
  },
)

test('the day is told with its beginning and its end, also where clocks change', async () => {
  await moveHospital(app, 'Europe/Berlin')
  await clockAt(new Date('2025-10-26T12:00:00Z'))
  expect((await desk.call(readSite)).body.today).toEqual({
    day: '2025-10-26',
    from: '2025-10-25T22:00:00.000Z',
    until: '2025-10-26T23:00:00.000Z',
  })
})

test('a birth of today is fine, one of tomorrow is not, by the hospital’s clock', async () => {
  await moveHospital(app, 'Pacific/Kiritimati')
  // Two o'clock on the 2nd in the hospital, and still the 1st in UTC.
  await clockAt(new Date('2025-06-01T12:00:00Z'))
  expect((await givenPatient(desk, { dateOfBirth: '2025-06-02' })).dateOfBirth).toBe('2025-06-02')
  const born = await desk.send('POST', '/api/patients', { body: patientForm({ dateOfBirth: '2025-06-03' }) })
  expect(born.problem).toMatchObject({ status: 422, errors: [{ path: 'dateOfBirth' }] })
})

/** Sets the hospital's clock, and renews the token, which depends on it. */
async function clockAt(moment: Date) {
  await set(app, moment)
  await desk.renewToken()
}

/** Deletes all appointments, so that the next time zone can use the same days. */
async function forgetDays() {
  await app.asOwner('delete from appointment_status_change')
  await app.asOwner('delete from appointment')
  await app.asOwner('delete from queue_day')
}
