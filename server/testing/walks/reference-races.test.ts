import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { deleteInventoryItem } from '../../../contract/store/items.ts'
import { addPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { openingBatch } from '../../../contract/store/stock.ts'
import { deleteSupplier } from '../../../contract/store/suppliers.ts'
import { editAdmission } from '../../../contract/wards/admissions.ts'
import { startApp, type TestApp } from '../app.ts'
import { type Answer, ifMatch } from '../client.ts'
import { utcToday } from '../days.ts'
import { givenPeople } from '../every-example.ts'
import { admit } from '../factories/admissions.ts'
import { book, change, givenAppointment } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { givenItem, move } from '../factories/items.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { givenSupplier } from '../factories/suppliers.ts'
import { holdLock } from '../held-lock.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const today = utcToday()

type People = typeof people

interface Meeting {
  /** The first change, in a transaction that stays open until the other person has asked. */
  first: { statement: string; id: string }
  /** The other person's request meanwhile, and the field that its refusal names. */
  ask: () => Promise<Answer>
  path: string
}

const meetings: Record<string, (hospital: TestApp, staff: People) => Promise<Meeting>> = {
  'a doctor is deactivated while being booked': async (hospital, staff) => {
    const { id: doctorId } = await hospital.signIn('doctor')
    return {
      first: deactivation(doctorId),
      ask: () => book(staff.receptionist, { doctorId, date: today }),
      path: 'doctorId',
    }
  },
  'a doctor is deactivated while an appointment is moved to them': async (hospital, staff) => {
    const { id: doctorId } = await hospital.signIn('doctor')
    const booked = await givenAppointment(staff.receptionist, { doctorId: staff.doctor.id, date: today })
    return {
      first: deactivation(doctorId),
      ask: () => change(staff.receptionist, booked, { doctorId }),
      path: 'doctorId',
    }
  },
  'a doctor is deactivated while a patient is admitted under them': async (hospital, staff) => {
    const { id: doctorId } = await hospital.signIn('doctor')
    const { id: bedId } = await givenBed(staff.admin)
    return {
      first: deactivation(doctorId),
      ask: () => admit(staff.receptionist, { doctorId, bedId }),
      path: 'doctorId',
    }
  },
  'a doctor is deactivated while taking over an admission': async (hospital, staff) => {
    const { id: doctorId } = await hospital.signIn('doctor')
    const { id: bedId } = await givenBed(staff.admin)
    const admitted = (await admit(staff.receptionist, { doctorId: staff.doctor.id, bedId })).body
    const body = { doctorId, diagnosis: 'Influenza' }
    return {
      first: deactivation(doctorId),
      ask: () =>
        staff.receptionist.call(editAdmission, { params: { id: admitted.id }, body }, ifMatch(admitted)),
      path: 'doctorId',
    }
  },
  'a bed is deleted while a patient is admitted to it': async (_hospital, staff) => {
    const { id: bedId } = await givenBed(staff.admin)
    return {
      first: { statement: 'delete from bed where id = $1', id: bedId },
      ask: () => admit(staff.receptionist, { doctorId: staff.doctor.id, bedId }),
      path: 'bedId',
    }
  },
  'a bed that was in use is retired while a patient is admitted to it': async (_hospital, staff) => {
    const { id: bedId } = await givenBed(staff.admin)
    return {
      first: { statement: 'update bed set retired_at = now() where id = $1', id: bedId },
      ask: () => admit(staff.receptionist, { doctorId: staff.doctor.id, bedId }),
      path: 'bedId',
    }
  },
  'an item is deleted while being put on an order': async (_hospital, staff) => {
    const keeper = staff.inventory_manager
    const item = await givenItem(keeper, { quantity: 0 })
    const lines = [{ inventoryItemId: item.id, quantity: 1, cost: 1 }]
    return {
      first: { statement: 'update inventory_item set retired_at = now() where id = $1', id: item.id },
      ask: () => keeper.call(addPurchaseOrder, { body: { supplierId: null, lines } }),
      path: 'lines.0.inventoryItemId',
    }
  },
  'a patient is deleted while stock is issued to them': async (_hospital, staff) => {
    const [item, patient] = [await givenItem(staff.inventory_manager), await givenPatient(staff.receptionist)]
    return {
      first: { statement: 'update patient set retired_at = now() where id = $1', id: patient.id },
      ask: () => move(staff.inventory_manager, item, { kind: 'ISSUE', quantity: 1, patientId: patient.id }),
      path: 'patientId',
    }
  },
  'a supplier is deleted while a known batch is received from them': async (_hospital, staff) => {
    const keeper = staff.inventory_manager
    const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
    const body = { kind: 'RECEIVE', quantity: 1, batchNumber: openingBatch, supplierId: supplier.id } as const
    return {
      first: { statement: 'delete from supplier where id = $1', id: supplier.id },
      ask: () => move(keeper, item, body),
      path: 'supplierId',
    }
  },
}
const all = Object.entries(meetings).map(([name, make]) => ({ name, make }))

test.each(all)('$name: who comes second waits, and is told beside the field', async ({ make }) => {
  const { first, ask, path } = await make(app, people)
  const { answer, waited } = await meet(app, first, ask)
  expect(waited).toBe(true)
  expect([409, 422], answer.text).toContain(answer.status)
  expect(answer.problem.errors?.map((error) => error.path)).toContain(path)
})

describe('the other way round, who deletes or deactivates comes second', () => {
  test('an item that was just put on an order stays', async () => {
    const keeper = people.inventory_manager
    const item = await givenItem(keeper, { quantity: 0 })
    const order = (await keeper.call(addPurchaseOrder, { body: orderOf(item.id) })).body
    const refused = await keeper.call(deleteInventoryItem, { params: { id: item.id } })
    expect(refused.problem).toMatchObject({ status: 409, code: 'in_use' })
    expect(refused.problem.detail).toContain(item.name)
    expect(order.lines).toHaveLength(1)
  })

  test('many put an item on an order and delete it at once: no open order is of a deleted item', async () => {
    const keeper = people.inventory_manager
    const items = await Promise.all(Array.from({ length: 24 }, () => givenItem(keeper, { quantity: 0 })))
    const outcomes = await Promise.all(
      items.map(({ id }) =>
        Promise.all([
          keeper.call(addPurchaseOrder, { body: orderOf(id) }),
          keeper.call(deleteInventoryItem, { params: { id } }),
        ]),
      ),
    )
    for (const [ordered, deleted] of outcomes) expect(ordered.status < 300).toBe(deleted.status >= 300)
    expect(
      await app.asOwner(`select from purchase_order_line join inventory_item item on item.id = item_id
        where order_is_open and retired_at is not null`),
    ).toEqual([])
  })

  test('many return the same: no more comes back than went', async () => {
    const keeper = people.inventory_manager
    const item = await givenItem(keeper, { quantity: 20 })
    const issued = await move(keeper, item, { kind: 'ISSUE', quantity: 10, ward: 'ICU' })
    const batchId = issued.body.movements[0]?.batchId ?? ''
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        move(keeper, item, { kind: 'RETURN', quantity: 2, batchId, ward: 'ICU' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const { problem } of answers.filter(({ status }) => status !== 201)) {
      expect(problem).toMatchObject({ status: 409, code: 'over_returned', errors: [{ path: 'quantity' }] })
    }
  })
})

test.each([
  ['appointment', 'appointment_needs_active_doctor', 'a doctor is deactivated while being booked'],
  ['admission', 'admission_needs_active_doctor', 'a doctor is deactivated while taking over an admission'],
])('without the trigger of %s nobody waits, and the reference is lost', async (table, trigger, meeting) => {
  const faulty = await startApp()
  onTestFinished(() => faulty.close())
  await faulty.asOwner(`drop trigger ${trigger} on ${table}`)
  const made = await meetings[meeting]?.(faulty, await givenPeople(faulty))
  if (!made) throw new Error(`there is no ${meeting}`)
  const { answer, waited } = await meet(faulty, made.first, made.ask)
  expect(waited).toBe(false)
  expect(answer.status).toBeLessThan(300)
})

test('without order_line_outstanding_needs_current_item a deleted item is on order', async () => {
  const faulty = await startApp()
  onTestFinished(() => faulty.close())
  await faulty.asOwner(
    'alter table purchase_order_line drop constraint order_line_outstanding_needs_current_item',
  )
  const keeper = await faulty.signIn('inventory_manager')
  const item = await givenItem(keeper, { quantity: 0 })
  await keeper.call(deleteInventoryItem, { params: { id: item.id } })
  expect((await keeper.call(addPurchaseOrder, { body: orderOf(item.id) })).status).toBe(201)
})

test('a supplier whose batch is being received can’t be deleted meanwhile', async () => {
  const keeper = people.inventory_manager
  const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
  await move(keeper, item, { kind: 'RECEIVE', quantity: 1, batchNumber: 'S-1', supplierId: supplier.id })
  const refused = await keeper.call(deleteSupplier, { params: { id: supplier.id } })
  expect(refused.problem).toMatchObject({ status: 409, code: 'in_use' })
})

function deactivation(id: string) {
  return { statement: 'update staff set active = false where id = $1', id }
}

function orderOf(inventoryItemId: string) {
  return { supplierId: null, lines: [{ inventoryItemId, quantity: 1, cost: 1 }] }
}

/** Begins the first, lets the other ask meanwhile, and commits the first once the other waits for it or is done. */
async function meet(hospital: TestApp, first: Meeting['first'], ask: Meeting['ask']) {
  const { waiting, letGo } = await holdLock(hospital, first.statement, [first.id])
  let isDone = false
  const asked = ask().finally(() => {
    isDone = true
  })
  let waited = false
  while (!isDone && !waited) waited = (await waiting()) > 0
  await letGo()
  return { answer: await asked, waited }
}
