import { afterAll, expect, test } from 'vitest'
import { undoAppointmentChange } from '../../../contract/front-desk/appointments.ts'
import { kindsFor, type Notification } from '../../../contract/people/notifications.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { holderOf, roles } from '../../../contract/permissions.ts'
import { deleteInventoryItem } from '../../../contract/store/items.ts'
import { refreshExpiryAlerts } from '../../store/items/public.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { change, givenAppointment, nextTime } from '../../testing/factories/appointments.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const admin = await app.founder()
const [keeper, desk, doctor, colleague] = [
  await app.signIn('inventory_manager'),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('doctor'),
]
const tomorrow = daysAfter(utcToday(), 1)

const kindsOf = (told: readonly Notification[]) => told.map(({ kind, stock }) => [kind, stock?.alert])
const about = (appointment: { id: string }) => (one: Notification) => one.appointment?.id === appointment.id
const aboutItem = (item: { id: string }) => (one: Notification) => one.stock?.itemId === item.id

test('low stock is told to those who keep the store, and to nobody else, until it is filled up', async () => {
  const item = await givenItem(keeper, { quantity: 100, reorderLevel: 20 })
  expect(await toldOf(keeper, aboutItem(item))).toEqual([])
  await move(keeper, item, { kind: 'ISSUE', quantity: 85, ward: 'ICU' })
  for (const person of [keeper, admin]) {
    expect(await toldOf(person, aboutItem(item))).toMatchObject([
      { kind: 'LOW_STOCK', isRead: false, stock: { alert: 'LOW', itemName: item.name } },
    ])
  }
  for (const person of [desk, doctor]) expect(await toldOf(person, aboutItem(item))).toEqual([])
  // Out of stock is a new notification that replaces the first.
  await move(keeper, item, { kind: 'ISSUE', quantity: 15, ward: 'ICU' })
  expect(kindsOf(await toldOf(keeper, aboutItem(item)))).toEqual([['LOW_STOCK', 'OUT']])
  await move(keeper, item, { kind: 'RECEIVE', quantity: 200, batchNumber: 'B-2' })
  expect(await toldOf(keeper, aboutItem(item))).toEqual([])
})

test('what expires is told with its batch and day, and is gone when the batch is disposed of', async () => {
  const expiryDate = daysAfter(utcToday(), 20)
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 0 })
  const moved = await move(keeper, item, { kind: 'RECEIVE', quantity: 5, batchNumber: 'LOT-7', expiryDate })
  const expiring = async () => (await toldOf(keeper, aboutItem(item))).filter(({ kind }) => kind === 'EXPIRY')
  expect(await expiring()).toMatchObject([
    { kind: 'EXPIRY', stock: { alert: 'EXPIRING', batchNumber: 'LOT-7', expiryDate } },
  ])
  const batchId = moved.body.movements[0]?.batchId ?? ''
  await move(keeper, item, { kind: 'DISPOSE', quantity: 5, cause: 'DAMAGED', batchId })
  expect(await expiring()).toEqual([])
})

test('what two servers find to have expired at once is told once', async () => {
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 0 })
  const expiryDate = daysAfter(utcToday(), 5)
  await move(keeper, item, { kind: 'RECEIVE', quantity: 5, batchNumber: 'LOT-8', expiryDate })
  for (let round = 0; round < 5; round++) {
    await app.asOwner(`update batch set expiry = expiry ${round % 2 ? '+' : '-'} 10 where item_id = $1`, [
      item.id,
    ])
    await Promise.all(
      [app, otherServer, app, otherServer].map(({ app: { lantern } }) => refreshExpiryAlerts(lantern.db)),
    )
    const told = (await toldOf(keeper, aboutItem(item))).filter(({ kind }) => kind === 'EXPIRY')
    expect(kindsOf(told)).toEqual([['EXPIRY', round % 2 ? 'EXPIRING' : 'EXPIRED']])
  }
})

test('an item that is deleted takes what was told of it along', async () => {
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 5 })
  expect(await toldOf(keeper, aboutItem(item))).toHaveLength(1)
  expect((await admin.call(deleteInventoryItem, { params: { id: item.id } })).status).toBe(200)
  expect(await toldOf(keeper, aboutItem(item))).toEqual([])
})

test('a booking is told to its doctor alone, and not where the doctor made it', async () => {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow })
  expect(await toldOf(doctor, about(booked))).toMatchObject([
    {
      kind: 'BOOKED',
      appointment: { date: tomorrow, time: booked.time, queueNumber: booked.queueNumber, isOwn: true },
    },
  ])
  for (const person of [colleague, desk, admin, keeper])
    expect(await toldOf(person, about(booked))).toEqual([])
  const patientId = (await givenPatient(desk)).id
  const own = await givenAppointment(doctor, { doctorId: doctor.id, date: tomorrow, patientId })
  expect(await toldOf(doctor, about(own))).toEqual([])
})

test('of an appointment that is moved, each time, the doctor has one line that is unread again', async () => {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow })
  const [first] = await toldOf(doctor, about(booked))
  await app.asOwner('update notification set read_at = now() where id = $1', [first?.id])
  let at = booked
  for (let round = 0; round < 2; round++) {
    at = (await change(desk, at, { time: nextTime() })).body
    const told = await toldOf(doctor, about(booked))
    expect(told).toMatchObject([{ kind: 'MOVED', isRead: false, appointment: { time: at.time } }])
    await app.asOwner('update notification set read_at = now() where id = $1', [told[0]?.id])
  }
  // A change of notes does not notify the doctor.
  at = (await change(desk, at, { notes: 'Bring the old films' })).body
  expect(await toldOf(doctor, about(booked))).toMatchObject([{ kind: 'MOVED', isRead: true }])
  // Moved to another doctor, both are notified.
  await change(desk, at, { doctorId: colleague.id })
  expect(await toldOf(doctor, about(booked))).toMatchObject([
    { kind: 'MOVED', isRead: false, appointment: { isOwn: false } },
  ])
  expect(await toldOf(colleague, about(booked))).toMatchObject([
    { kind: 'BOOKED', appointment: { isOwn: true } },
  ])
})

test('a cancellation is told to the doctor who did not make it, and not where it is taken back', async () => {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow })
  const cancelled = { status: 'CANCELLED', cancelReason: 'PATIENT_CANCELLED' } as const
  await change(desk, { id: booked.id }, cancelled)
  expect(await toldOf(doctor, about(booked))).toMatchObject([{ kind: 'CANCELLED', isRead: false }])
  await desk.call(undoAppointmentChange, { params: { id: booked.id } })
  expect(await toldOf(doctor, about(booked))).toEqual([])
  await change(doctor, { id: booked.id }, cancelled)
  expect(await toldOf(doctor, about(booked))).toEqual([])
})

test('when the patient was seen, nothing is left of what was told', async () => {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
  await change(desk, { id: booked.id }, { status: 'IN_QUEUE' })
  await change(colleague, { id: booked.id }, { status: 'IN_PROGRESS' })
  expect(await toldOf(doctor, about(booked))).toMatchObject([{ kind: 'BOOKED' }])
  await change(colleague, { id: booked.id }, { status: 'COMPLETED' })
  expect(await toldOf(doctor, about(booked))).toEqual([])
})

test('what is refused is told to nobody', async () => {
  const time = nextTime()
  await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow, time })
  const before = (await toldOf(doctor)).length
  const refused = await Promise.allSettled(
    Array.from({ length: 4 }, () => givenAppointment(desk, { doctorId: doctor.id, date: tomorrow, time })),
  )
  expect(refused.length).toBe(4)
  expect((await toldOf(doctor)).length).toBe(before)
})

test('whoever takes up the role is told of what is low already, and of no patient’s appointment', async () => {
  const item = await givenItem(keeper, { quantity: 1, reorderLevel: 5 })
  const newcomer = await app.signIn('inventory_manager')
  expect(await toldOf(newcomer, aboutItem(item))).toHaveLength(1)
  const both = await app.signIn('doctor')
  const booked = await givenAppointment(desk, { doctorId: both.id, date: tomorrow })
  expect(await toldOf(both, about(booked))).toHaveLength(1)
  await offerRoles(admin, both.id, ['doctor', 'inventory_manager'])
  await both.call(chooseRole, { body: { role: 'inventory_manager' } })
  expect(await toldOf(both, about(booked))).toEqual([])
  expect(await toldOf(both, aboutItem(item))).toHaveLength(1)
  // Back in the other role, its notifications are there again.
  await both.call(chooseRole, { body: { role: 'doctor' } })
  expect(await toldOf(both, about(booked))).toHaveLength(1)
  expect(await toldOf(both, aboutItem(item))).toEqual([])
})

test('the database tells of the store those whom the table of permissions names', async () => {
  const people = await Promise.all(roles.map(async (role) => ({ role, person: await app.signIn(role) })))
  const item = await givenItem(keeper, { quantity: 1, reorderLevel: 5 })
  const rows = await app.asOwner<{ staff_id: string }>(
    `select staff_id from notification where cause in (select id from stock_alert where item_id = $1)`,
    [item.id],
  )
  const told = people.filter(({ person }) => rows.some(({ staff_id }) => staff_id === person.id))
  expect(told.map(({ role }) => role)).toEqual(
    roles.filter((role) => kindsFor(holderOf(role)).includes('LOW_STOCK')),
  )
})
