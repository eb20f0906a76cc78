import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { stopMedication, strikeMedication } from '../../../contract/clinical/medications.ts'
import { listPrescriptions, mostPrescriptions } from '../../../contract/clinical/prescriptions.ts'
import { deletePatient, editPatient } from '../../../contract/people/patients.ts'
import { deleteInventoryItem } from '../../../contract/store/items.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { moveHospital } from '../../testing/clock.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { metformin, prescribe } from '../../testing/factories/medications.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const [admin, desk, doctor, pharmacist] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('pharmacist'),
]

const someone = () => givenPatient(desk, { allergies: null })
const listed = async (by: StaffClient = pharmacist) => {
  const answer = await by.call(listPrescriptions)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const prescriptionOf = async ({ id }: { id: string }) =>
  (await listed()).items.find(({ patientId }) => patientId === id)
let names = 0
const newName = () => `Newly made medicine ${++names} 500 mg`
/** The stock beside a prescription of this medicine, for another patient each time. */
async function stockOf(name: string, form: Partial<Parameters<typeof prescribe>[2]> = {}) {
  const patient = await someone()
  const prescribed = await prescribe(doctor, patient, { name, ...form })
  expect(prescribed.status, prescribed.text).toBe(201)
  return (await prescriptionOf(patient))?.stock
}
/** Prescribes as of another moment, which is an SQL expression. */
async function prescribeAt(moment: string, patient: { id: string }) {
  await app.asOwner(
    `insert into medication (patient_id, recorded_by, recorded_at, name, dose, unit, route, frequency, starts_on)
     values ($1, $2, ${moment}, 'Ramipril', 5, 'MG', 'ORAL', 'DAILY', '2026-01-01')`,
    [patient.id, doctor.id],
  )
}

test('a pharmacist reads what was prescribed today, for whom, by whom, and what the store has of it', async () => {
  const patient = await someone()
  const { name, unit, id } = await givenItem(pharmacist, { name: newName(), quantity: 340 })
  const { body } = await prescribe(doctor, patient, { name })
  const { firstName, lastName } = await doctor.me()
  const { contactNumber, dateOfBirth, gender, mrn } = patient
  expect(await prescriptionOf(patient)).toEqual({
    id: body.id,
    patientId: patient.id,
    name,
    dose: 500,
    unit: 'MG',
    route: 'ORAL',
    frequency: 'TWICE_DAILY',
    startsOn: metformin.startsOn,
    isInpatient: false,
    stopped: null,
    recordedAt: body.recordedAt,
    recordedBy: `${firstName} ${lastName}`,
    patient: expect.objectContaining({ id: patient.id, mrn, dateOfBirth, gender, contactNumber }),
    bed: null,
    stock: { id, name, unit, usable: 340, status: 'IN_STOCK' },
  })
})

test('the newest is first, and an inpatient’s has the bed that they are in now', async () => {
  const bed = await givenBed(admin)
  const [patient, other] = [await someone(), await someone()]
  await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
  await prescribe(doctor, patient)
  await prescribe(doctor, other)
  const [first, second] = (await listed()).items
  expect(first).toMatchObject({ patientId: other.id, bed: null, isInpatient: false })
  const place = { bedNumber: bed.bedNumber, ward: bed.ward }
  expect(second).toMatchObject({ patientId: patient.id, bed: place, isInpatient: true })
})

test('the day begins and ends by the hospital’s clock', async () => {
  onTestFinished(() => moveHospital(app, 'UTC'))
  // The furthest from UTC: its day begins at 10:00 of the day before.
  await moveHospital(app, 'Pacific/Kiritimati')
  const [yesterday, today] = [await someone(), await someone()]
  const midnight = `hospital_today()::timestamp at time zone 'Pacific/Kiritimati'`
  await prescribeAt(`${midnight} - interval '1 ms'`, yesterday)
  await prescribeAt(midnight, today)
  expect(await prescriptionOf(yesterday)).toBeUndefined()
  expect(await prescriptionOf(today)).toMatchObject({ name: 'Ramipril' })
})

test('a stopped one is shown as stopped; one struck through or of a removed patient is left out', async () => {
  const [stopped, struck, removed] = [await someone(), await someone(), await someone()]
  const { id } = (await prescribe(doctor, stopped)).body
  await doctor.call(stopMedication, { params: { id }, body: { reason: 'Too sweet' } })
  const inError = (await prescribe(doctor, struck)).body
  await prescribe(doctor, removed)
  const before = await listed()
  expect(before.items.map(({ patientId }) => patientId)).toEqual(
    expect.arrayContaining([stopped.id, struck.id, removed.id]),
  )
  await doctor.call(strikeMedication, { params: { id: inError.id }, body: { reason: 'Of another patient' } })
  expect((await admin.call(deletePatient, { params: { id: removed.id } })).status).toBe(200)
  const { firstName, lastName } = await doctor.me()
  const { items, total } = await listed()
  expect(total).toBe(before.total - 2)
  expect(items.find(({ patientId }) => patientId === stopped.id)).toMatchObject({
    stopped: { by: `${firstName} ${lastName}`, reason: 'Too sweet' },
  })
  for (const left of [struck, removed]) expect(items.map(({ patientId }) => patientId)).not.toContain(left.id)
})

test.each([
  ['in stock', 31, 'IN_STOCK'],
  ['to be ordered again', 30, 'NEED_REORDER'],
  ['low', 20, 'LOW_STOCK'],
  ['out of stock', 0, 'OUT_OF_STOCK'],
])('the stock is %s at %i', async (_, quantity, status) => {
  const { name } = await givenItem(pharmacist, { name: newName(), quantity, reorderLevel: 20 })
  expect(await stockOf(name)).toMatchObject({ usable: quantity, status })
})

test('expired stock counts neither for the quantity nor for the status', async () => {
  const item = await givenItem(pharmacist, { name: newName(), quantity: 300 })
  await app.asOwner(`update batch set expiry = hospital_today() - 1 where item_id = $1`, [item.id])
  expect(await stockOf(item.name)).toMatchObject({ usable: 0, status: 'OUT_OF_STOCK' })
  const expiry = { batchNumber: 'FRESH', expiryDate: '2099-12-31' }
  await move(pharmacist, item, { kind: 'RECEIVE', quantity: 12, ...expiry })
  expect(await stockOf(item.name)).toMatchObject({ usable: 12, status: 'LOW_STOCK' })
})

test('names are compared without case and accents, and only with medicines that the store keeps', async () => {
  const item = await givenItem(pharmacist, { name: `Rétinol ${newName()}`, quantity: 0 })
  const typed = item.name.replace('Rétinol', 'RETINOL')
  expect(await stockOf(typed)).toMatchObject({ id: item.id, name: item.name })
  expect(await stockOf(`${typed} forte`)).toBeNull()
  await pharmacist.call(deleteInventoryItem, { params: { id: item.id } })
  expect(await stockOf(typed)).toBeNull()
  const equipment = await givenItem(pharmacist, { name: newName(), category: 'EQUIPMENT' })
  expect(await stockOf(equipment.name)).toBeNull()
})

test('among items of one name, the one in the dose’s unit counts, and otherwise one that there is', async () => {
  const name = newName()
  const tablets = await givenItem(pharmacist, { name, unit: 'tablets', quantity: 0 })
  const syrup = await givenItem(pharmacist, { name, unit: 'ml', quantity: 200 })
  expect(await stockOf(name, { dose: '2', unit: 'TABLET' })).toMatchObject({ id: tablets.id, usable: 0 })
  expect(await stockOf(name, { dose: '5', unit: 'ML' })).toMatchObject({ id: syrup.id, usable: 200 })
  expect(await stockOf(name)).toMatchObject({ id: syrup.id })
})

test('whoever may see clinical entries may read it, and nobody else', async () => {
  const patient = await someone()
  await prescribe(doctor, patient)
  for (const role of ['admin', 'doctor', 'nurse', 'pharmacist'] as const) {
    const reader = await app.signIn(role)
    expect((await listed(reader)).items[0]?.patientId).toBe(patient.id)
  }
  for (const role of ['receptionist', 'inventory_manager'] as const) {
    const other = await app.signIn(role)
    const refused = await other.call(listPrescriptions)
    expect(refused.problem).toMatchObject({ status: 403, permission: 'clinical.view' })
    await expect(openLive(app.url, other, 'prescriptions')).rejects.toThrow('forbidden')
  }
})

test('a screen that shows it is told of each prescription, of its patient’s name and bed, and of the stock', async () => {
  const patient = await someone()
  const bed = await givenBed(admin)
  const stream = await openLive(app.url, pharmacist, 'prescriptions', 'inventory-availability')
  onTestFinished(() => stream.close())
  let told = 0
  const isTold = async () => {
    told++
    await vi.waitFor(() => expect(stream.stale('prescriptions')).toBe(told))
  }
  const { id } = (await prescribe(doctor, patient)).body
  await isTold()
  await doctor.call(stopMedication, { params: { id }, body: { reason: 'Course finished' } })
  await isTold()
  await doctor.call(strikeMedication, { params: { id }, body: { reason: 'Of another patient' } })
  await isTold()
  const body = { ...patientForm(), lastName: 'Newname', allergies: null }
  await desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
  await isTold()
  await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
  await vi.waitFor(() => expect(stream.stale('prescriptions')).toBeGreaterThan(told))
  expect(stream.stale('inventory-availability')).toBe(0)
  await givenItem(pharmacist)
  await vi.waitFor(() => expect(stream.stale('inventory-availability')).toBeGreaterThan(0))
})

test(`of more than ${mostPrescriptions} the newest are listed, and all are counted`, async () => {
  const patient = await someone()
  const before = await listed()
  await app.asOwner(
    `insert into medication (patient_id, recorded_by, name, dose, unit, route, frequency, starts_on)
     select $1, $2, 'Medicine ' || n, 5, 'MG', 'ORAL', 'DAILY', '2026-01-01' from generate_series(1, $3) n`,
    [patient.id, doctor.id, mostPrescriptions],
  )
  const { items, total } = await listed()
  expect(items).toHaveLength(mostPrescriptions)
  expect(total).toBe(before.total + mostPrescriptions)
  expect(new Set(items.map(({ patientId }) => patientId))).toEqual(new Set([patient.id]))
})
