import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { undoAppointmentChange } from '../../contract/front-desk/appointments.ts'
import { deletePatient, editPatient, readPatient } from '../../contract/people/patients.ts'
import { removeShift } from '../../contract/people/shifts.ts'
import { chooseShiftWard, chooseWard } from '../../contract/people/staff.ts'
import { editInventoryItem, type InventoryItem } from '../../contract/store/items.ts'
import {
  addPurchaseOrder,
  type PurchaseOrder,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../contract/store/purchase-orders.ts'
import { admitPatient, dischargePatient, transferPatient } from '../../contract/wards/admissions.ts'
import { closeUnit, mergeUnit, moveBeds } from '../../contract/wards/unit-changes.ts'
import { type StaffClient, startApp } from './app.ts'
import { type Client, createClient, ifMatch } from './client.ts'
import { utcToday } from './days.ts'
import { admit } from './factories/admissions.ts'
import { writeAllergy } from './factories/allergies.ts'
import { book, change, givenAppointment } from './factories/appointments.ts'
import { givenBed } from './factories/beds.ts'
import { givenItem, itemForm, move } from './factories/items.ts'
import { prescribe } from './factories/medications.ts'
import { givenPatient, patientForm } from './factories/patients/patients.ts'
import { diagnose } from './factories/problems.ts'
import { givenShift } from './factories/shifts.ts'
import { givenSupplier } from './factories/suppliers.ts'
import { givenUnit } from './factories/units.ts'
import { illSet, takeVitals } from './factories/vitals.ts'

/**
 * Whenever several rows are locked, they are locked in one order (record 6). PostgreSQL's own count shows deadlocks,
 * because the server tries again without reporting them.
 */
const app = await startApp()
afterAll(() => app.close())
const [admin, desk, doctor, keeper] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('inventory_manager'),
]
const other = await app.signIn('doctor')
const rounds = 12

/** The deadlocks that PostgreSQL counted during the race; the count is final when the connections are closed. */
async function deadlocksOf(race: (as: (somebody: StaffClient) => Client) => Promise<void>): Promise<number> {
  const count = async () => {
    const [row] = await app.asOwner<{ deadlocks: number; others: number }>(
      `select deadlocks::int, (
         select count(*)::int from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend'
       ) as others
       from pg_stat_database where datname = current_database()`,
    )
    if (!row) throw new Error('this database has no statistics')
    return row
  }
  const before = await count()
  const racing = await startApp({ on: app })
  await race((somebody) => createClient(racing.url, () => ({ authorization: `Bearer ${somebody.token}` })))
  await racing.close()
  // The other app may have opened a connection too, which reports its count once it has been idle for ten seconds.
  for (let waits = 0; waits < 110 && (await count()).others > before.others; waits++) await sleep(100)
  await sleep(100)
  return (await count()).deadlocks - before.deadlocks
}

async function sentOrder(items: readonly InventoryItem[]): Promise<PurchaseOrder> {
  const supplier = await givenSupplier(keeper)
  const lines = items.map(({ id }) => ({ inventoryItemId: id, quantity: 500, cost: 1 }))
  const order = (await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines } })).body
  return (await keeper.call(sendPurchaseOrder, { params: { id: order.id } })).body
}

function receive(by: Client, order: PurchaseOrder, batchNumber: string) {
  const lines = order.lines.map(({ id }) => ({ lineId: id, quantity: 1, batchNumber, expiryDate: null }))
  return by.call(receivePurchaseOrder, { params: { id: order.id }, body: { lines } })
}

test('two who do not are counted', async () => {
  const ids = [(await givenItem(keeper)).id, (await givenItem(keeper)).id]
  const seen = await deadlocksOf(async () => {
    const owners = ids.map(() => new pg.Client({ connectionString: app.database.ownerUrl }))
    const take = (owner: pg.Client, id: string | undefined) =>
      owner.query('select from inventory_item where id = $1 for update', [id])
    for (const [place, owner] of owners.entries()) {
      await owner.connect()
      await owner.query('begin')
      await take(owner, ids[place])
    }
    const answers = await Promise.allSettled(owners.map((owner, place) => take(owner, ids[1 - place])))
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    for (const owner of owners) await owner.end()
  })
  expect(seen).toBe(1)
})

test('an order is received beside issues of the same batch: they take turns', async () => {
  const item = await givenItem(keeper, { quantity: 0 })
  const order = await sentOrder([item])
  const batchNumber = `L-${randomUUID().slice(0, 8)}`
  await receive(keeper, order, batchNumber)
  await move(keeper, item, { kind: 'RECEIVE', quantity: 1000, batchNumber })
  const seen = await deadlocksOf(async (as) => {
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all([
        receive(as(keeper), order, batchNumber),
        ...Array.from({ length: 4 }, () =>
          move(as(keeper), item, { kind: 'ISSUE', quantity: 1, ward: 'ICU' }),
        ),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    }
  })
  expect(seen).toBe(0)
})

test('orders over several categories are received, and items change theirs, crosswise: they take turns', async () => {
  const categories = ['MEDICINE', 'SUPPLIES', 'EQUIPMENT'] as const
  const items = await Promise.all(
    [1, 2, 3, 4].flatMap(() => categories.map((category) => givenItem(keeper, { category }))),
  )
  const orders = await Promise.all(
    [0, 1, 2, 3].map((first) =>
      sentOrder([0, 4, 8].map((step) => items[(first + step) % 12] as InventoryItem)),
    ),
  )
  const moving = await Promise.all(categories.map((category) => givenItem(keeper, { category })))
  const seen = await deadlocksOf(async (as) => {
    for (let round = 1; round <= rounds; round++) {
      const answers = await Promise.all([
        ...orders.map((order) => receive(as(keeper), order, `L-${round}`)),
        ...moving.map(({ id, name }, index) =>
          as(keeper).call(
            editInventoryItem,
            {
              params: { id },
              body: { ...edited(name), category: categories[(index + round) % 3] ?? 'MEDICINE' },
            },
            ifMatch({ version: round }),
          ),
        ),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 200, 200])
    }
  })
  expect(seen).toBe(0)
})

test('patients’ genders are edited crosswise: they take turns', async () => {
  const patients = await Promise.all(
    Array.from({ length: 8 }, (_, index) => givenPatient(desk, { gender: index % 2 ? 'MALE' : 'FEMALE' })),
  )
  const seen = await deadlocksOf(async (as) => {
    for (let round = 1; round <= rounds; round++) {
      const answers = await Promise.all(
        patients.map(({ id }, index) =>
          as(desk).call(
            editPatient,
            { params: { id }, body: patientForm({ gender: (index + round) % 2 ? 'MALE' : 'FEMALE' }) },
            ifMatch({ version: round }),
          ),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })
  expect(seen).toBe(0)
})

test('a patient dies and is deleted at once: the death is recorded, and they take turns', async () => {
  const seen = await deadlocksOf(async (as) => {
    for (let round = 0; round < rounds; round++) {
      const { id, patientId } = (
        await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })
      ).body
      const [death, ...deletions] = await Promise.all([
        as(desk).call(dischargePatient, { params: { id }, body: { destination: 'DIED' } }),
        ...[1, 2, 3].map(() => as(admin).call(deletePatient, { params: { id: patientId } })),
      ])
      expect(death.status, death.text).toBe(200)
      expect(deletions.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    }
  })
  expect(seen).toBe(0)
})

test('a patient is admitted, called, added to the queue and edited at once: they take turns', async () => {
  const date = utcToday()
  const visits = await Promise.all(
    Array.from({ length: rounds }, async () => {
      const waiting = await givenAppointment(desk, { doctorId: doctor.id, date })
      const { patientId } = waiting
      const booked = await givenAppointment(desk, { doctorId: other.id, date, patientId })
      await change(desk, waiting, { status: 'IN_QUEUE' })
      const patient = (await desk.call(readPatient, { params: { id: patientId } })).body
      return { waiting, booked, patient, bed: await givenBed(admin) }
    }),
  )
  const seen = await deadlocksOf(async (as) => {
    for (const { waiting, booked, patient, bed } of visits) {
      const { patientId } = waiting
      const [admission] = await Promise.all([
        as(desk).call(admitPatient, {
          body: { bedId: bed.id, doctorId: doctor.id, patientId, diagnosis: 'Flu' },
        }),
        change(as(doctor), { id: waiting.id }, { status: 'IN_PROGRESS' }),
        change(as(desk), { id: booked.id }, { status: 'IN_QUEUE' }),
        as(doctor).call(undoAppointmentChange, { params: { id: waiting.id } }),
        as(desk).call(editPatient, { params: { id: patientId }, body: patientForm() }, ifMatch(patient)),
      ])
      expect(admission.status, admission.text).toBe(201)
    }
  })
  expect(seen).toBe(0)
})

test('two record allergies and a third corrects the date of birth at once: they take turns', async () => {
  const patients = await Promise.all(
    Array.from({ length: rounds }, () => givenPatient(desk, { allergies: null, dateOfBirth: '1980-03-14' })),
  )
  const seen = await deadlocksOf(async (as) => {
    for (const patient of patients) {
      const answers = await Promise.all([
        ...['Latex', 'Codeine', 'Shellfish', 'Aspirin'].map((substance, place) =>
          writeAllergy(as(place % 2 ? doctor : other), patient, { substance }),
        ),
        as(desk).call(
          editPatient,
          { params: { id: patient.id }, body: patientForm({ allergies: null, dateOfBirth: '1981-03-14' }) },
          ifMatch(patient),
        ),
      ])
      for (const { status, text } of answers) expect(status, text).toBeLessThan(300)
    }
  })
  expect(seen).toBe(0)
})

test('all that is written about an inpatient is written at once: they take turns', async () => {
  const item = await givenItem(keeper, { quantity: 1000 })
  const stays = await Promise.all(
    Array.from({ length: rounds }, async () => {
      const stay = (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })).body
      const patient = (await desk.call(readPatient, { params: { id: stay.patientId } })).body
      return { stay, patient, freeBed: await givenBed(admin) }
    }),
  )
  const seen = await deadlocksOf(async (as) => {
    for (const { stay, patient, freeBed } of stays) {
      const answers = await Promise.all([
        takeVitals(as(doctor), patient, illSet),
        takeVitals(as(other), patient, illSet),
        writeAllergy(as(doctor), patient, { substance: 'Latex' }),
        writeAllergy(as(other), patient, { substance: 'Codeine' }),
        prescribe(as(doctor), patient),
        prescribe(as(other), patient, { name: 'Amlodipine 5 mg', dose: '5' }),
        diagnose(as(doctor), patient),
        move(as(keeper), item, { kind: 'ISSUE', quantity: 1, ward: null, patientId: patient.id }),
        book(as(desk), { doctorId: doctor.id, date: utcToday(), patientId: patient.id }),
        as(desk).call(transferPatient, {
          params: { id: stay.id },
          body: { bedId: freeBed.id },
        }),
        as(desk).call(
          editPatient,
          { params: { id: patient.id }, body: patientForm({ allergies: null, dateOfBirth: '1981-03-14' }) },
          ifMatch(patient),
        ),
      ])
      expect(answers.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([])
    }
  })
  expect(seen).toBe(0)
})

test('beds are moved, wards merged, closed and chosen, and patients moved and discharged at once: they take turns', async () => {
  const nurse = await app.signIn('nurse')
  const seen = await deadlocksOf(async (as) => {
    for (let round = 0; round < rounds / 2; round++) {
      const [from, into, idle] = [await givenUnit(admin), await givenUnit(admin), await givenUnit(admin)]
      const beds = await Promise.all(Array.from({ length: 4 }, () => givenBed(admin, { unitId: from.id })))
      const bedIds = beds.map(({ id }) => id)
      const stays = await Promise.all(
        bedIds.slice(0, 2).map(async (bedId) => (await admit(desk, { bedId, doctorId: doctor.id })).body),
      )
      const [one, two] = stays.map(({ id }) => ({ id }))
      const choose = (unitId: string) => as(nurse).call(chooseWard, { body: { ward: 'GENERAL', unitId } })
      await choose(from.id)
      const [day, night] = [await givenShift(admin), await givenShift(admin)]
      const inShift = (shift: { id: string }, unitId: string) =>
        as(nurse).call(chooseShiftWard, { params: { id: shift.id }, body: { ward: 'GENERAL', unitId } })
      await inShift(day, from.id)
      await inShift(night, from.id)
      const answers = await Promise.all([
        as(admin).call(moveBeds, { params: { id: into.id }, body: { bedIds: bedIds.toReversed() } }),
        as(admin).call(mergeUnit, { params: { id: from.id }, body: { intoId: into.id } }),
        as(admin).call(closeUnit, { params: { id: idle.id } }),
        choose(into.id),
        inShift(day, into.id),
        as(admin).call(removeShift, { params: { id: night.id } }),
        as(desk).call(transferPatient, { params: { id: one?.id ?? '' }, body: { bedId: bedIds[2] ?? '' } }),
        as(desk).call(dischargePatient, { params: { id: two?.id ?? '' }, body: { destination: 'HOME' } }),
        admit(as(desk), { bedId: bedIds[3] ?? '', doctorId: doctor.id }),
      ])
      expect(answers.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([])
    }
  })
  expect(seen).toBe(0)
})

function edited(name: string) {
  const { quantity: _, ...form } = itemForm({ name })
  return form
}
