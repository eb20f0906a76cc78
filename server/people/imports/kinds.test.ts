import { afterAll, expect, onTestFinished, test } from 'vitest'
import { changeAppointment, listAppointmentsOfDay } from '../../../contract/front-desk/appointments.ts'
import { listAudit } from '../../../contract/hospital/audit.ts'
import {
  type ImportBatch,
  listImportRows,
  type RowState,
  undoImport,
} from '../../../contract/people/imports/imports.ts'
import { listInvitations } from '../../../contract/people/invitations.ts'
import { listNotifications } from '../../../contract/people/notifications.ts'
import { listInventoryItems } from '../../../contract/store/items.ts'
import { listMovements, moveStock } from '../../../contract/store/stock.ts'
import { listSuppliers } from '../../../contract/store/suppliers.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenChecked, givenCommitted, untilIn } from '../../testing/factories/imports.ts'
import { givenItem } from '../../testing/factories/items.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenRole } from '../../testing/factories/roles.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'
import { givenUnit } from '../../testing/factories/units.ts'
import { openLive } from '../../testing/live-stream.ts'
import { openMailbox } from '../../testing/mailbox.ts'

/** The kinds of record beside patients, each from its file to its undo. */

const mailbox = await openMailbox()
const app = await startApp({
  runsJobs: true,
  mail: { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl: 'https://lantern.example.org' },
})
const admin = await app.founder()
afterAll(async () => {
  await app.close()
  await mailbox.close()
})
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

const rowsOf = async (batch: { id: string }, state?: RowState) =>
  (await admin.call(listImportRows, { ...one(batch), query: state ? { state, limit: 200 } : { limit: 200 } }))
    .body.items
const undone = async (batch: ImportBatch) => {
  expect((await admin.call(undoImport, one(batch))).status).toBe(200)
  return untilIn(admin, batch, 'UNDONE')
}

test('suppliers are imported by name, once, and removed again unless something names them', async () => {
  const live = await openLive(app.url, admin, 'suppliers')
  onTestFinished(() => live.close())
  const file =
    'Vendor;Phone;City;E-mail\r\nMedix Ltd;0302 555 0101;Accra;orders@medix.example\r\nmédix ltd;;;\r\nNovaPharm;;;nobody\r\n=Acme;;;\r\n'
  const checked = await givenChecked(admin, file, 'suppliers.csv', 'SUPPLIERS')
  expect(checked.counts).toMatchObject({ ready: 2, known: 1, rejected: 1 })
  expect((await rowsOf(checked)).flatMap(({ problems }) => problems)).toEqual([
    { column: null, message: 'Row 2 of the file has this name' },
    { column: 3, message: 'Invalid email address' },
  ])
  const committed = await givenCommitted(admin, checked)
  await expect.poll(() => live.stale('suppliers')).toBeGreaterThan(0)
  const listed = async () =>
    (await admin.call(listSuppliers)).body.map(({ name, contact, email }) => [name, contact, email])
  expect(await listed()).toEqual([
    ['=Acme', null, null],
    ['Medix Ltd', '0302 555 0101, Accra', 'orders@medix.example'],
  ])
  expect((await givenChecked(admin, file, 'again.csv', 'SUPPLIERS')).counts).toMatchObject({
    ready: 0,
    known: 3,
  })
  const [, medix] = (await admin.call(listSuppliers)).body
  await givenItem(admin, { supplierId: medix?.id ?? '' })
  const after = await undone(committed)
  expect(await rowsOf(after, 'KEPT')).toMatchObject([
    { line: 2, problems: [{ message: 'Items have it as their supplier' }] },
  ])
  expect((await listed()).map(([name]) => name)).toEqual(['Medix Ltd'])
})

test('beds are imported into their wards, and removed again if nobody was in them', async () => {
  const live = await openLive(app.url, admin, 'beds')
  onTestFinished(() => live.close())
  const before = live.stale('beds')
  const unit = await givenUnit(admin, { name: 'Ward 3', ward: 'GENERAL' })
  const file =
    'Bed;Ward type;Ward name\r\nX-1;General Ward;ward 3\r\nX-2;Intensive care;\r\nx-1;ICU;\r\nX-3;ICU;Ward 3\r\nX-4;Sunny;\r\nX-5;ICU;West\r\n'
  const checked = await givenChecked(admin, file, 'beds.csv', 'BEDS')
  expect(checked.counts).toMatchObject({ ready: 2, known: 1, rejected: 3 })
  expect((await rowsOf(checked, 'REJECTED')).flatMap(({ problems }) => problems)).toEqual([
    { column: 2, message: '“Ward 3” is a ward of another kind than ICU' },
    { column: 1, message: '“Sunny” is not mapped to a kind of ward' },
    { column: 2, message: 'No ward is called “West”' },
  ])
  const committed = await givenCommitted(admin, checked)
  await expect.poll(() => live.stale('beds')).toBeGreaterThan(before)
  const beds = (await admin.call(listBeds)).body.filter(({ bedNumber }) => bedNumber.startsWith('X-'))
  expect(beds.map(({ bedNumber, ward, unitId }) => [bedNumber, ward, unitId === unit.id])).toEqual([
    ['X-1', 'GENERAL', true],
    ['X-2', 'ICU', false],
  ])
  const patient = await givenPatient(desk)
  await admit(desk, { patientId: patient.id, doctorId: doctor.id, bedId: beds[1]?.id ?? '' })
  const after = await undone(committed)
  expect(after.counts).toMatchObject({ removed: 1, kept: 1 })
  expect(await rowsOf(after, 'KEPT')).toMatchObject([
    { line: 3, problems: [{ message: 'Patients have been in it since' }] },
  ])
})

test('stock is imported as opening balances, and taken back by movements unless some of it was issued', async () => {
  const live = await openLive(app.url, admin, 'inventory')
  onTestFinished(() => live.close())
  await givenSupplier(admin, { name: 'Harbour Supplies' })
  const known = await givenItem(admin, { name: 'Gauze', unit: 'pcs', quantity: 5, batchNumber: 'G1' })
  const file =
    'Item;Category;Unit;Qty;Lot;Expiry;Price;Supplier\r\nIbuprofen;Drug;tabs;1.500,5;I1;30.06.2030;0,10;harbour supplies\r\nIBUPROFEN;Drug;tabs;20;I2;;0,20;\r\nibuprofen;Drug;tabs;7;i1;;0,20;\r\nGauze;Supplies;pcs;9;G2;;1;\r\ngauze;Supplies;pcs;9;g1;;1;\r\nScalpel;Equipment;each;0;;;3;\r\nOld;Drug;ml;4;;01.02.2020;1;Nobody\r\n=A1;Drug;ml;x;;;1;\r\n'
  const checked = await givenChecked(admin, file, 'stock.csv', 'STOCK')
  expect(checked.columns[3]).toMatchObject({ numberProof: 'COMMA' })
  expect(checked.counts).toMatchObject({ ready: 4, known: 2, rejected: 2 })
  expect((await rowsOf(checked, 'REJECTED')).map(({ problems }) => problems)).toEqual([
    [
      { column: 7, message: 'No supplier is called “Nobody”. Add it first' },
      { column: 5, message: 'This expiry has passed. Expired stock can’t be received' },
    ],
    [{ column: 3, message: '“x” is not a number' }],
  ])
  const news = async () => (await admin.call(listNotifications)).body.items.length
  const [stale, toldBefore] = [live.stale('inventory'), await news()]
  const committed = await givenCommitted(admin, checked)
  expect(committed.counts).toMatchObject({ imported: 4 })
  await expect.poll(() => live.stale('inventory')).toBeGreaterThan(stale)
  expect(await news()).toBe(toldBefore)
  const items = async () =>
    (await admin.call(listInventoryItems, { query: { limit: 100 } })).body.items
      .filter(({ name }) => ['Ibuprofen', 'Gauze', 'Scalpel'].includes(name))
      .map(({ name, quantity, supplier }) => [name, quantity, supplier])
  expect(await items()).toEqual([
    ['Gauze', 14, null],
    ['Ibuprofen', 1520.5, 'Harbour Supplies'],
    ['Scalpel', 0, null],
  ])
  expect((await givenChecked(admin, file, 'again.csv', 'STOCK')).counts).toMatchObject({ ready: 0, known: 6 })
  const g2 = (await admin.call(listMovements, one(known))).body.items[0]
  expect(g2).toMatchObject({
    kind: 'RECEIVE',
    quantity: 9,
    reason: 'Opening balance',
    batchNumber: 'G2',
    cost: 1,
  })
  await admin.call(moveStock, {
    ...one(known),
    body: { kind: 'ISSUE', quantity: 1, ward: 'ICU', batchId: g2?.batchId ?? '', reason: 'Needed' },
  })
  const after = await undone(committed)
  expect(await rowsOf(after, 'KEPT')).toMatchObject([
    { line: 5, problems: [{ message: 'Some of it was issued since' }] },
  ])
  expect(await items()).toEqual([['Gauze', 13, null]])
})

test('staff are invited by mail, and invitations that nobody accepted are withdrawn again', async () => {
  await givenRole(admin, { title: 'Ward clerk' })
  const file =
    'E-mail,First name,Surname,Job\r\nana@hospital.test,Ana,Costa,Physician\r\nANA@hospital.test,,,Nurse\r\nben@hospital.test,=Ben,,ward clerk\r\ncy@hospital.test,,,Chief\r\n,No,Mail,Nurse\r\n'
  const checked = await givenChecked(admin, file, 'staff.csv', 'STAFF')
  expect(checked.counts).toMatchObject({ ready: 2, known: 1, rejected: 2 })
  expect((await rowsOf(checked, 'REJECTED')).flatMap(({ problems }) => problems)).toEqual([
    { column: 3, message: '“Chief” is no role that can be offered' },
    { column: 0, message: 'E-mail is required' },
  ])
  const committed = await givenCommitted(admin, checked)
  const invited = async () =>
    (await admin.call(listInvitations)).body.items.map(({ email, offeredRoles, isMailed }) => [
      email,
      ...offeredRoles,
      isMailed,
    ])
  expect((await invited()).toSorted()).toEqual([
    ['ana@hospital.test', 'doctor', true],
    ['ben@hospital.test', 'ward_clerk', true],
  ])
  expect((await givenChecked(admin, file, 'again.csv', 'STAFF')).counts).toMatchObject({ ready: 0, known: 3 })
  await app.asOwner(`update invitation set used_at = now() where email = 'ana@hospital.test'`)
  const after = await undone(committed)
  expect(await rowsOf(after, 'KEPT')).toMatchObject([
    { line: 2, problems: [{ message: 'The invitation was accepted' }] },
  ])
  expect(await invited()).toEqual([])
})

test('future appointments are booked for patients by their numbers, and cancelled again, without a notification', async () => {
  const live = await openLive(app.url, desk, 'appointments')
  onTestFinished(() => live.close())
  const [ama, kofi] = [await givenPatient(desk), await givenPatient(desk)]
  const email = (await doctor.me()).email
  const file = [
    'MRN,Doctor,Date,Time,Type,Notes',
    `${ama.mrn},${email.toUpperCase()},21/03/2030,9:30 AM,Review,=1+1`,
    `${ama.mrn.toLowerCase()},${email},21/03/2030,14:00,General,`,
    `${kofi.mrn},${email},21/03/2030,09:30,General,`,
    `${kofi.mrn},${email},22/03/2030,09.30,Urgent,`,
    `MRN999999,${email},22/03/2030,10:00,General,`,
    `${kofi.mrn},nobody@hospital.test,22/03/2030,10:00,General,`,
    `${kofi.mrn},${email},22/03/2020,10:00,General,`,
    `${kofi.mrn},${email},22/03/2030,25:00,General,`,
    `,${email},22/03/2030,10:00,General,`,
  ].join('\r\n')
  const checked = await givenChecked(admin, file, 'appointments.csv', 'APPOINTMENTS')
  expect(
    (await rowsOf(checked)).map(({ state, problems, patient }) => [state, patient?.mrn, ...problems]),
  ).toEqual([
    ['READY', ama.mrn],
    ['KNOWN', ama.mrn, { column: null, message: 'Row 2 of the file has this patient, doctor and day' }],
    ['REJECTED', kofi.mrn, { column: null, message: 'Row 2 of the file has the doctor at this time' }],
    ['READY', kofi.mrn],
    ['REJECTED', undefined, { column: null, message: 'No patient has this number' }],
    ['REJECTED', undefined, { column: null, message: 'No doctor who can be booked has this e-mail' }],
    ['REJECTED', undefined, { column: 2, message: 'This is past' }],
    ['REJECTED', undefined, { column: 3, message: '“25:00” is not a time' }],
    ['REJECTED', undefined, { column: 0, message: 'The patient’s number is required' }],
  ])
  const stale = live.stale('appointments')
  const committed = await givenCommitted(admin, checked)
  await expect.poll(() => live.stale('appointments')).toBeGreaterThan(stale)
  const day = async (date: string) =>
    (await desk.call(listAppointmentsOfDay, { params: { date } })).body.map((one) => [
      one.time,
      one.type,
      one.status,
      one.patientId === ama.id,
      one.notes ?? one.cancelNote,
    ])
  expect(await day('2030-03-21')).toEqual([['09:30', 'FOLLOW_UP', 'SCHEDULED', true, '=1+1']])
  const told = async () =>
    (await doctor.call(listNotifications)).body.items
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'ROLE_GRANTED')
  expect(await told()).toEqual([])
  expect((await givenChecked(admin, file, 'again.csv', 'APPOINTMENTS')).counts).toMatchObject({
    ready: 0,
    known: 3,
  })
  await app.flushAudit()
  const { body: trail } = await admin.call(listAudit, { query: { patientId: ama.id } })
  expect(trail.items.map(({ action }) => action)).toContain('importRecords')
  const [moved] = (await desk.call(listAppointmentsOfDay, { params: { date: '2030-03-22' } })).body
  const edit = { ...one(moved ?? { id: '' }), body: { time: '11:00' } }
  await desk.call(changeAppointment, edit, ifMatch(moved ?? { version: 0 }))
  const after = await undone(committed)
  expect(await rowsOf(after, 'KEPT')).toMatchObject([
    { line: 5, problems: [{ message: 'The appointment was changed since' }] },
  ])
  expect(await day('2030-03-21')).toEqual([['09:30', 'FOLLOW_UP', 'CANCELLED', true, '=1+1']])
  expect(await told()).toEqual(['MOVED'])
})
