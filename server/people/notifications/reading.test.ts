import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  listNotifications,
  notificationDays,
  readNotification,
  readNotifications,
  readUnread,
} from '../../../contract/people/notifications.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import type { Role } from '../../../contract/permissions.ts'
import { offerRoles, type StaffClient, startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const tomorrow = daysAfter(utcToday(), 1)
const book = (of: StaffClient = doctor) => givenAppointment(desk, { doctorId: of.id, date: tomorrow })
const unreadOf = async (person: StaffClient) => (await person.call(readUnread)).body.ids

async function follow(person: StaffClient, url = app.url) {
  const stream = await openLive(url, person, `notifications:${person.id}`)
  onTestFinished(() => stream.close())
  return {
    stream,
    put: () => stream.put(`notifications:${person.id}`),
    gone: () => stream.gone(`notifications:${person.id}`),
  }
}

/** A person without any notifications, not even one about the role. */
async function newcomer(role: Role) {
  const person = await app.signIn(role)
  await app.asOwner('delete from notification where staff_id = $1', [person.id])
  return person
}

test('each person has a read state of their own, one by one or all that they have seen', async () => {
  const [keeper, other] = [await newcomer('inventory_manager'), await newcomer('inventory_manager')]
  for (let count = 0; count < 3; count++) await givenItem(keeper, { quantity: 0, reorderLevel: 5 })
  const [newest, second] = await toldOf(keeper)
  expect(await unreadOf(keeper)).toHaveLength(3)
  if (!newest || !second) throw new Error('nothing was raised')

  const read = await keeper.call(readNotification, { params: { id: second.id } })
  expect(read.body).toEqual({ ...second, isRead: true })
  expect(await unreadOf(keeper)).not.toContain(second.id)
  // A notification that arrives after the list was read stays unread.
  await givenItem(keeper, { quantity: 0, reorderLevel: 5 })
  expect((await keeper.call(readNotifications, { body: { until: newest.raisedAt } })).body).toEqual({
    read: 2,
  })
  expect(await unreadOf(keeper)).toHaveLength(1)
  expect((await toldOf(keeper)).map(({ isRead }) => isRead)).toEqual([false, true, true, true])
  expect(await unreadOf(other)).toHaveLength(4)
})

test('nobody reads, marks or follows what somebody else is told', async () => {
  const booked = await book()
  const [told] = await toldOf(doctor, ({ appointment }) => appointment?.id === booked.id)
  const colleague = await newcomer('doctor')
  for (const person of [colleague, admin]) {
    const refused = await person.call(readNotification, { params: { id: told?.id ?? '' } })
    expect(refused.status).toBe(404)
    await expect(openLive(app.url, person, `notifications:${doctor.id}`)).rejects.toThrow('"forbidden"')
  }
  expect(await unreadOf(doctor)).toContain(told?.id)
})

test('the list goes on from its own cursor while news arrives', async () => {
  const somebody = await newcomer('doctor')
  for (let count = 0; count < 7; count++) await book(somebody)
  const all = (await toldOf(somebody)).map(({ id }) => id)
  const ids: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await somebody.call(listNotifications, { query: { limit: 3, ...(cursor && { cursor }) } })
    ids.push(...page.body.items.map(({ id }) => id))
    cursor = page.body.nextCursor
    await book(somebody)
  }
  expect(ids).toEqual(all)
})

test('every screen of that person is told within a second, on every server, and no other', async () => {
  const [somebody, other] = [await newcomer('doctor'), await newcomer('doctor')]
  await changesHeard(admin, app.url, otherServer.url)
  const screens = [await follow(somebody), await follow(somebody, otherServer.url)]
  const others = await follow(other)
  const booked = await book(somebody)
  for (const screen of screens) {
    await expect
      .poll(screen.put, { timeout: 1000, interval: 20 })
      .toMatchObject([{ kind: 'BOOKED', isRead: false, appointment: { id: booked.id } }])
  }
  const [id = ''] = await unreadOf(somebody)
  await somebody.call(readNotification, { params: { id } })
  for (const screen of screens) await expect.poll(() => screen.put().at(-1)?.['isRead']).toBe(true)
  await change(desk, { id: booked.id }, { status: 'CANCELLED', cancelReason: 'OTHER', cancelNote: 'Leave' })
  for (const screen of screens) await expect.poll(() => screen.put().at(-1)?.['kind']).toBe('CANCELLED')
  // A notification does not identify the patient.
  const told = JSON.stringify([screens[0]?.stream.events, await toldOf(somebody)])
  for (const sign of [booked.patientId, booked.patient.lastName, booked.patient.mrn])
    expect(told).not.toContain(sign)
  expect(others.stream.events).toEqual([])
})

test('what is gone is told to be gone', async () => {
  const keeper = await newcomer('inventory_manager')
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 5 })
  const [id] = await unreadOf(keeper)
  await changesHeard(admin, app.url)
  const screen = await follow(keeper)
  await move(keeper, item, { kind: 'RECEIVE', quantity: 50, batchNumber: 'B-1' })
  await expect.poll(screen.gone).toEqual([id])
})

test('with the role, what belongs to it is gone from the answers and the screens', async () => {
  const somebody = await newcomer('doctor')
  await book(somebody)
  await offerRoles(admin, somebody.id, ['doctor', 'receptionist'])
  const bookings = async () => (await toldOf(somebody)).filter(({ kind }) => kind === 'BOOKED')
  expect(await bookings()).toHaveLength(1)
  await offerRoles(admin, somebody.id, ['receptionist'])
  await somebody.call(chooseRole, { body: { role: 'receptionist' } })
  expect(await bookings()).toEqual([])
  // Only the notification about the remaining role is left.
  expect(await unreadOf(somebody)).toHaveLength(1)
})

test('what is older than thirty days is deleted, read or not, and tells nobody', async () => {
  const somebody = await newcomer('doctor')
  await book(somebody)
  await book(somebody)
  const [young, old] = await toldOf(somebody)
  const hours = notificationDays * 24
  await app.asOwner(
    `update notification set raised_at = now() - make_interval(hours => case when id = $1 then $3::int else $4::int end)
     where id in ($1::uuid, $2::uuid)`,
    [old?.id, young?.id, hours + 1, hours - 1],
  )
  await changesHeard(admin, app.url)
  const screen = await follow(somebody)
  const server = await startApp({ on: app, runsJobs: true })
  onTestFinished(() => server.close())
  await expect.poll(() => unreadOf(somebody), { timeout: 10_000 }).toEqual([young?.id])
  // A later event has arrived, so an earlier one would have too.
  await book(somebody)
  await expect.poll(() => screen.put().length).toBe(1)
  expect(screen.gone()).toEqual([])
})
