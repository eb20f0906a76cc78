import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import { listTodaysAppointments } from '../../../contract/front-desk/appointments.ts'
import { readLogo, readSite } from '../../../contract/hospital/hospital.ts'
import { editSettings, listTimeZones, readSettings, setLogo } from '../../../contract/hospital/settings.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { moveHospital, storyClock } from '../../testing/clock.ts'
import { picture } from '../../testing/examples/hospital/hospital-settings.ts'
import { book, change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenItem } from '../../testing/factories/items.ts'
import { letBookFromHome } from '../../testing/factories/visitors/online-bookings.ts'
import { openLive } from '../../testing/live-stream.ts'

const { clock, set } = storyClock('2026-06-11T20:00:00Z')
const app = await startApp({ clock })
afterAll(() => app.close())
await set(app, clock())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

async function edit(by: StaffClient, body: RequestOf<typeof editSettings>['body']) {
  return by.call(editSettings, { body }, ifMatch((await by.call(readSettings)).body))
}

test('the hospital’s name, zone and currency are changed for everybody at once, and it is on record', async () => {
  const other = await startApp({ on: app, clock })
  onTestFinished(() => other.close())
  const screen = await openLive(app.url, desk, 'site')
  const settings = await openLive(app.url, admin, 'settings')
  onTestFinished(() => [screen, settings].forEach((stream) => stream.close()))
  const changed = { hospitalName: 'Harbour Clinic', timeZone: 'Asia/Kolkata', currency: 'INR' }
  expect((await edit(admin, changed)).body).toMatchObject(changed)
  // The very next call on this server, and the others as soon as they hear of it.
  expect((await app.visitor.call(readSite)).body).toMatchObject(changed)
  await expect
    .poll(async () => (await other.visitor.call(readSite)).body, { timeout: 8000 })
    .toMatchObject(changed)
  await expect.poll(() => [screen.stale('site'), settings.stale('settings')]).toEqual([1, 1])
  const trail = await app.asOwner(
    `select staff_id, changes from audit_entry where action = 'editSettings' and outcome = 'done'`,
  )
  expect(trail).toEqual([
    {
      staff_id: admin.id,
      changes: {
        hospitalName: ['Lantern Hospital', 'Harbour Clinic'],
        timeZone: ['UTC', 'Asia/Kolkata'],
        currency: ['USD', 'INR'],
      },
    },
  ])
})

test('booking from home is not switched on where no e-mail is sent, and what is on stays', async () => {
  expect((await edit(admin, { booksFromHome: true, currency: 'GBP' })).problem).toMatchObject({
    status: 409,
    code: 'email_off',
    errors: [{ path: 'booksFromHome', message: 'This can’t be switched on while Lantern sends no e-mail.' }],
  })
  await letBookFromHome(app)
  const kept = await edit(admin, { booksFromHome: true, tellsChanges: true })
  expect(kept.body).toMatchObject({ booksFromHome: true, tellsChanges: true })
  await edit(admin, { booksFromHome: false, tellsChanges: false })
})

test('how the hospital is reached, its clock and its units are known to every screen, and its logo by its mark', async () => {
  const reached = {
    address: '1 Quay Street\nPort Lane',
    phone: '+44 20 7946 0100',
    email: 'desk@harbour.example',
    clockStyle: '24h',
    temperatureUnit: '°F',
    weightUnit: 'lb',
    heightUnit: 'in',
  } as const
  expect((await edit(admin, reached)).body).toMatchObject(reached)
  expect((await app.visitor.call(readSite)).body).toMatchObject({ ...reached, logoMark: null })
  await edit(admin, {
    address: '',
    clockStyle: '12h',
    temperatureUnit: '°C',
    weightUnit: 'kg',
    heightUnit: 'cm',
  })
  expect((await app.visitor.call(readSite)).body.address).toBeNull()

  const { logoMark } = (await admin.call(setLogo, { body: { logo: picture } })).body
  expect((await app.visitor.call(readSite)).body.logoMark).toBe(logoMark)
  // The address of a picture never has another: browsers need not ask for it again.
  const shown = await app.visitor.call(readLogo, { params: { mark: logoMark ?? '' } })
  expect(shown.body).toEqual({ logo: picture })
  expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  await admin.call(setLogo, { body: { logo: null } })
  expect((await app.visitor.call(readSite)).body.logoMark).toBeNull()
  const gone = await app.visitor.call(readLogo, { params: { mark: logoMark ?? '' } })
  expect(gone.problem).toMatchObject({ status: 404, code: 'not_found' })
  expect(gone.headers.get('cache-control')).toBe('no-store')
  const trail = await app.asOwner(`select changes from audit_entry where action = 'setLogo' order by at`)
  expect(trail).toEqual([
    { changes: { logoMark: [null, logoMark] } },
    { changes: { logoMark: [logoMark, null] } },
  ])
})

test('sentences write times as the hospital reads its clocks', async () => {
  await edit(admin, { clockStyle: '24h' })
  const slot = { doctorId: doctor.id, date: '2026-06-20', time: '14:05' }
  await givenAppointment(desk, slot)
  const refused = await book(desk, slot)
  expect(refused.problem?.detail).toContain('on 20 Jun 2026 at 14:05')
  await edit(admin, { clockStyle: '12h' })
})

test('with the zone, today is another day: for its lists, its queue and what expires', async () => {
  await moveHospital(app, 'UTC')
  const [today, tomorrow] = ['2026-06-11', '2026-06-12']
  const appointment = await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow })
  const todays = async () => (await desk.call(listTodaysAppointments)).body.map(({ id }) => id)
  const alerts = () =>
    app.asOwner('select kind from stock_alert where cleared_at is null and kind = $1', ['EXPIRED'])
  await givenItem(admin, { expiryDate: today })
  expect(await todays()).not.toContain(appointment.id)
  expect((await change(desk, appointment, { status: 'IN_QUEUE' })).status).toBe(409)
  expect(await alerts()).toEqual([])

  // There it is half past one in the morning of the next day.
  expect((await edit(admin, { timeZone: 'Asia/Kolkata' })).status).toBe(200)
  expect((await app.visitor.call(readSite)).body.today).toEqual({
    day: tomorrow,
    from: '2026-06-11T18:30:00.000Z',
    until: '2026-06-12T18:30:00.000Z',
  })
  expect(await todays()).toContain(appointment.id)
  expect((await change(desk, appointment, { status: 'IN_QUEUE' })).status).toBe(200)
  await expect.poll(alerts, { timeout: 8000 }).toEqual([{ kind: 'EXPIRED' }])

  // And back: what expires at the end of today has not expired.
  await edit(admin, { timeZone: 'UTC' })
  expect((await app.visitor.call(readSite)).body.today.day).toBe(today)
  await expect.poll(alerts, { timeout: 8000 }).toEqual([])
})

describe('settings', () => {
  test.each([
    [{ hospitalName: ' ' }, 'Hospital name is required'],
    [{ hospitalName: 'x'.repeat(101) }, 'At most 100 characters'],
    [{ timeZone: 'Mars/Olympus' }, 'Choose a time zone from the list'],
    // Browsers would know these, PostgreSQL does not call them so.
    [{ timeZone: 'europe/berlin' }, 'Choose a time zone from the list'],
    [{ timeZone: '+05:30' }, 'Choose a time zone from the list'],
    // And this one only PostgreSQL knows.
    [{ timeZone: 'posix/Europe/Berlin' }, 'Choose a time zone from the list'],
    [{ currency: 'rupees' }, 'Choose a currency from the list'],
    [{ currency: 'ZZZ' }, 'Choose a currency from the list'],
    [{ currency: 'inr' }, 'Choose a currency from the list'],
    [{ address: 'x'.repeat(301) }, 'At most 300 characters'],
    [{ email: 'desk@' }, 'Invalid email address'],
  ])('refuse %j beside the field', async (body, message) => {
    const before = (await admin.call(readSettings)).body
    const refused = await edit(admin, body)
    expect(refused.problem).toMatchObject({
      status: 422,
      code: 'invalid_input',
      errors: [{ path: Object.keys(body)[0], message }],
    })
    expect((await admin.call(readSettings)).body).toEqual(before)
  })

  test.each([
    ['data:image/svg+xml;base64,PHN2Zy8+', 'Choose a PNG, WebP or JPEG picture'],
    ['https://example.com/logo.png', 'Choose a PNG, WebP or JPEG picture'],
    [`data:image/png;base64,iVBORw0KGgo${'A'.repeat(140_000)}`, 'Choose a smaller picture'],
    ['data:image/png;base64,PHN2Zy8+', 'Choose a PNG, WebP or JPEG picture'],
    ['data:image/jpeg;base64,iVBORw0KGgoAAAA=', 'Choose a PNG, WebP or JPEG picture'],
  ])('take no logo that is not a small picture: %.40s', async (logo, message) => {
    const refused = await admin.call(setLogo, { body: { logo } })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'logo', message }] })
    expect((await app.visitor.call(readSite)).body.logoMark).toBeNull()
  })

  test('that somebody else changed meanwhile are shown with who did, and when', async () => {
    const other = await app.signIn('admin')
    const read = (await admin.call(readSettings)).body
    await edit(other, { currency: 'EUR' })
    const stale = await admin.call(editSettings, { body: { currency: 'GBP' } }, ifMatch(read))
    const { firstName, lastName } = await other.me()
    expect(stale.problem).toMatchObject({
      status: 412,
      current: { currency: 'EUR', version: read.version + 1 },
      changedBy: `${firstName} ${lastName}`,
      changedAt: expect.stringMatching(/Z$/),
    })
  })

  test('offer the zones that are called after places, each of which can be chosen', async () => {
    const zones = (await admin.call(listTimeZones)).body
    expect(zones).toEqual(
      expect.arrayContaining(['UTC', 'Asia/Kolkata', 'America/New_York', 'Europe/Berlin']),
    )
    expect(zones.filter((zone) => /^(posix|right|Etc|US)\//.test(zone))).toEqual([])
    for (const timeZone of [zones[0], zones.at(-2), 'UTC']) {
      expect((await edit(admin, { timeZone })).status, timeZone).toBe(200)
    }
  })
})
