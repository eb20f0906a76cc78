import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  type ChosenKind,
  chooseNotifications,
  chosenKinds,
  kindsFor,
  readNotificationChoices,
  readUnread,
} from '../../../contract/people/notifications.ts'
import { holderOf, type Role, roles } from '../../../contract/permissions.ts'
import { offerRoles, type StaffClient, startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment, nextTime } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenDemoRequest } from '../../testing/factories/visitors/demo-requests.ts'
import {
  clinicFromHome,
  givenOnlineBooking,
  letBookFromHome,
} from '../../testing/factories/visitors/online-bookings.ts'
import { illSet, takeVitals } from '../../testing/factories/vitals.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'
import { refreshWaits } from './queries.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [desk, colleague] = [await app.signIn('receptionist'), await app.signIn('doctor')]
const tomorrow = daysAfter(utcToday(), 1)
const choose = (person: StaffClient, kind: ChosenKind, isOn: boolean) =>
  person.call(chooseNotifications, { body: { kind, isOn } })
const rowsOf = async (person: StaffClient, kind: ChosenKind) =>
  (await app.asOwner('select from notification where staff_id = $1 and kind = $2', [person.id, kind])).length

test.each(roles)('a %s chooses among what the role is told of, and nothing else', async (role) => {
  const somebody = await app.signIn(role)
  const kindsOf = (one: Role) => chosenKinds.filter((kind) => kindsFor(holderOf(one)).includes(kind))
  const kinds = kindsOf(role)
  expect((await somebody.call(readNotificationChoices)).body).toEqual(
    kinds.map((kind) => ({ kind, isOn: true })),
  )
  for (const kind of kinds) {
    const { body } = await choose(somebody, kind, false)
    expect(body.find((one) => one.kind === kind)?.isOn).toBe(false)
  }
  const others = roles.flatMap(kindsOf).filter((kind) => !kinds.includes(kind))
  for (const kind of new Set(others)) {
    expect((await choose(somebody, kind, false)).problem).toMatchObject({ code: 'invalid_input' })
  }
})

/** For each kind: raises it for somebody, and for somebody beside them. */
const raise: Record<ChosenKind, (one: StaffClient, other: StaffClient) => Promise<unknown>> = {
  LOW_STOCK: () => givenItem(admin, { quantity: 0, reorderLevel: 5 }),
  EXPIRY: () => givenItem(admin, { expiryDate: daysAfter(utcToday(), 9) }),
  BOOKED: (one, other) => ofBoth(one, other, book),
  MOVED: (one, other) =>
    ofBoth(one, other, async (doctor) => change(desk, await book(doctor), { time: nextTime() })),
  CANCELLED: (one, other) =>
    ofBoth(one, other, async (doctor) =>
      change(
        desk,
        { id: (await book(doctor)).id },
        { status: 'CANCELLED', cancelReason: 'PATIENT_CANCELLED' },
      ),
    ),
  WAITING: (one, other) =>
    ofBoth(one, other, async (doctor) => {
      const { id } = await book(doctor, utcToday())
      await change(desk, { id }, { status: 'IN_QUEUE' })
      await refreshWaits(app.app.lantern.db, new Date(Date.now() + 61 * 60_000))
    }),
  HIGH_NEWS2: (one, other) =>
    ofBoth(one, other, async (doctor) => {
      const patient = await givenPatient(desk, { dateOfBirth: '1980-05-01' })
      await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
      await takeVitals(colleague, patient, illSet)
    }),
  ROLE_GRANTED: (one, other) =>
    ofBoth(one, other, async (person) => {
      const [role] = (await person.me()).offeredRoles
      await offerRoles(admin, person.id, [role ?? 'doctor', 'receptionist'])
    }),
  DEMO_REQUEST: () => givenDemoRequest(app.visitor),
  ONLINE_BOOKING: (one, other) =>
    ofBoth(one, other, async (doctor) => {
      await letBookFromHome(app)
      const { id, date } = await clinicFromHome(admin, [doctor.id])
      await givenOnlineBooking(app, { clinicId: id, date })
    }),
}
const book = (doctor: StaffClient, date = tomorrow) => givenAppointment(desk, { doctorId: doctor.id, date })
async function ofBoth(one: StaffClient, other: StaffClient, act: (person: StaffClient) => Promise<unknown>) {
  await act(one)
  await act(other)
}

const inTurn = ['doctor', 'inventory_manager', 'admin'] as const

test.each(Object.entries(raise) as [ChosenKind, (typeof raise)[ChosenKind]][])(
  '%s is not raised for who turned it off, and is for others',
  async (kind, act) => {
    const role = inTurn.find((one) => kindsFor(holderOf(one)).includes(kind)) ?? 'admin'
    const [without, other] = [await app.signIn(role), await app.signIn(role)]
    await app.asOwner('delete from notification')
    expect((await choose(without, kind, false)).status).toBe(200)
    await act(without, other)
    expect(await rowsOf(without, kind)).toBe(0)
    expect(await rowsOf(other, kind)).toBeGreaterThan(0)
    expect((await toldOf(without)).filter((one) => one.kind === kind)).toEqual([])
  },
)

test('what is turned off leaves every screen at once; turned on again, what still holds is there', async () => {
  const keeper = await app.signIn('inventory_manager')
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 5 })
  const about = (id: string) => toldOf(keeper, ({ stock }) => stock?.itemId === id)
  const [told] = await about(item.id)
  await changesHeard(await app.founder(), app.url)
  const stream = await openLive(app.url, keeper, `notifications:${keeper.id}`)
  onTestFinished(() => stream.close())
  await choose(keeper, 'LOW_STOCK', false)
  await expect.poll(() => stream.gone(`notifications:${keeper.id}`)).toContain(told?.id)
  expect((await keeper.call(readUnread)).body.ids).not.toContain(told?.id)
  // Meanwhile one is filled up, and another runs out.
  await move(keeper, item, { kind: 'RECEIVE', quantity: 50, batchNumber: 'B-1' })
  const other = await givenItem(keeper, { quantity: 0, reorderLevel: 5 })
  expect(await about(other.id)).toEqual([])
  await choose(keeper, 'LOW_STOCK', true)
  expect([await about(item.id), (await about(other.id)).length]).toEqual([[], 1])
  await expect.poll(() => JSON.stringify(stream.put(`notifications:${keeper.id}`))).toContain(other.id)
})
