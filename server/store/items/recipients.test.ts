import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { readTimeline } from '../../../contract/clinical/timeline.ts'
import { listAudit } from '../../../contract/hospital/audit.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { deletePatient, listPatients, type Patient, readPatient } from '../../../contract/people/patients.ts'
import { labelCode } from '../../../contract/search/labels.ts'
import type { InventoryItem } from '../../../contract/store/items.ts'
import { findRecipient, mostLooks } from '../../../contract/store/recipients.ts'
import { exportStoreMovements, listMovements, listStoreMovements } from '../../../contract/store/stock.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import type { Client } from '../../testing/client.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { writeAllergy } from '../../testing/factories/allergies.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { givenPatient, labelOf } from '../../testing/factories/patients/patients.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'

/** Stops the clock, so that a minute doesn't end during a test. */
let heldAt: Date | null = null
const app = await startApp({ clock: () => heldAt ?? new Date() })
afterAll(() => app.close())
beforeEach(() => app.asOwner('delete from recipient_look'))
const admin = await app.founder()
const [desk, doctor, keeper, colleague] = [
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('inventory_manager'),
  await app.signIn('inventory_manager'),
]

const look = (code: string, by: Client = keeper) => by.call(findRecipient, { body: { code } })
const issue = (item: InventoryItem, patient: { id: string }, more = {}, by: Client = keeper) =>
  move(by, item, { kind: 'ISSUE', quantity: 1, patientId: patient.id, ...more })
const medicine = () => givenItem(keeper, { name: `Amoxicillin 500 mg capsules ${randomUUID()}` })

test('a store keeper who has the whole MRN, or the label, sees who it is and what they can’t tolerate, and no more', async () => {
  const patient = await givenPatient(desk, { allergies: 'Latex' })
  await writeAllergy(doctor, patient)
  const { allergens } = (await desk.call(readPatient, { params: { id: patient.id } })).body
  const { id, mrn, firstName, lastName, dateOfBirth, birthPrecision } = patient
  const shown = { id, mrn, firstName, lastName, dateOfBirth, birthPrecision, allergens }
  expect(allergens.map(({ substance, reaction }) => [substance, reaction])).toEqual([
    ['Penicillin', 'Swollen face'],
    ['Latex', null],
  ])
  const label = await labelOf(desk, patient)
  for (const code of [
    mrn,
    ` ${mrn.toLowerCase()} `,
    mrn.replace('MRN', 'mrn '),
    mrn.slice(3),
    label,
    label.toLowerCase(),
  ]) {
    for (const who of [keeper, admin]) expect((await look(code, who)).body, code).toEqual(shown)
  }
})

test('a name, a phone number or a part of an MRN finds no patient, and searching and reading stay shut', async () => {
  const patient = await givenPatient(desk)
  const parts = [
    patient.lastName,
    patient.contactNumber,
    patient.mrn.slice(0, -1).slice(0, 5),
    'MRN',
    '%',
    '12',
    patient.id,
  ]
  for (const code of parts) {
    const refused = await look(code)
    expect(refused.problem, code).toMatchObject({
      status: 422,
      errors: [
        { path: 'code', message: 'Enter the whole MRN, such as MRN1251, or scan the patient’s label' },
      ],
    })
  }
  expect((await keeper.call(listPatients)).problem).toMatchObject({ permission: 'patient.view' })
  const byId = await keeper.call(readPatient, { params: { id: patient.id } })
  expect(byId.problem).toMatchObject({ permission: 'patient.view' })
  for (const other of [desk, doctor]) {
    expect((await look(patient.mrn, other)).problem).toMatchObject({ permission: 'inventory.dispense' })
  }
})

test('a code that means no patient says why: an unknown MRN, a removed record, another hospital’s label, somebody who has died', async () => {
  const { labelMark } = (await desk.call(readSite)).body
  const removed = await givenPatient(desk)
  const label = await labelOf(desk, removed)
  await admin.call(deletePatient, { params: { id: removed.id } })
  const dead = await givenPatient(desk)
  const stay = await admit(desk, {
    bedId: (await givenBed(admin)).id,
    doctorId: doctor.id,
    patientId: dead.id,
  })
  await desk.call(dischargePatient, { params: { id: stay.body.id }, body: { destination: 'DIED' } })
  const elsewhere = labelMark === '00000000' ? '00000001' : '00000000'
  const refusals = [
    ['MRN987654', 'not_found', 'No patient has MRN987654. Check the number.'],
    [removed.mrn, 'not_found', `The record of ${removed.mrn} has been removed.`],
    [label, 'label_of_removed_patient', 'has been removed. Enter the patient’s MRN instead.'],
    [labelCode({ mark: elsewhere, patientId: dead.id }), 'label_of_other_hospital', 'another hospital’s'],
    [
      labelCode({ mark: labelMark, patientId: randomUUID() }),
      'label_unknown',
      'No patient here has this label.',
    ],
    [dead.mrn, 'patient_deceased', `${dead.mrn} has died.`],
  ] as const
  for (const [code, reason, sentence] of refusals) {
    const { problem } = await look(code)
    expect([problem.code, problem.detail]).toEqual([reason, expect.stringContaining(sentence)])
  }
})

test('each look is an access to that patient on record, and walking from number to number is stopped', async () => {
  const patient = await givenPatient(desk)
  heldAt = new Date()
  const accessed = async (query: object) => (await admin.call(listAudit, { query })).body.items
  await look(patient.mrn)
  await app.flushAudit()
  expect(await accessed({ patientId: patient.id, staffId: keeper.id })).toMatchObject([
    { action: 'findRecipient', kind: 'opened', outcome: 'done', patients: [{ mrn: patient.mrn }] },
  ])
  // A patient counts only once, and numbers that no patient has count too.
  for (let times = 0; times < 3; times++) expect((await look(patient.mrn)).status).toBe(200)
  const walked = Array.from({ length: 40 }, (_, step) => look(`MRN${5000 + step}`))
  const answers = await Promise.all(walked)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(40 - (mostLooks.minute - 1))
  expect(refused[0]?.problem).toMatchObject({
    code: 'too_many_lookups',
    detail: expect.stringContaining('You have looked up 20 different patients within this minute'),
  })
  expect(refused[0]?.headers.get('retry-after')).toBe(String(refused[0]?.problem.retryAfter))
  // A patient who was already looked up can still be issued to, and a colleague isn't held up.
  expect((await look(patient.mrn)).status).toBe(200)
  expect((await look(patient.mrn, colleague)).status).toBe(200)
  await app.flushAudit()
  const told = await accessed({ staffId: keeper.id, kind: 'refused', limit: 100 })
  expect(told.filter(({ outcome }) => outcome === 'too_many_lookups')).toHaveLength(refused.length)
  heldAt = null
})

test('an hour has its own bound, which says how long it lasts', async () => {
  heldAt = new Date()
  const left = 3600 - heldAt.getUTCMinutes() * 60 - heldAt.getUTCSeconds()
  await app.asOwner(
    `insert into recipient_look select $1, 'hour', date_trunc('hour', $2::timestamptz, 'UTC'),
       array(select 'MRN' || n from generate_series(7001, 7099) n)`,
    [colleague.id, heldAt],
  )
  expect((await look('MRN7100', colleague)).status).toBe(404)
  const { problem } = await look('MRN7101', colleague)
  expect(problem).toMatchObject({ status: 429, retryAfter: left })
  expect(problem.detail).toContain('100 different patients within this hour')
  expect(problem.detail).toContain(`Try again in ${Math.ceil(left / 60)} minute`)
  heldAt = null
})

test('an issue names the patient to those who may see patients; the store keeper’s lists and files name no patient', async () => {
  const patient = await givenPatient(desk, { firstName: 'Quillan', lastName: 'Ravenscroft', allergies: null })
  const item = await medicine()
  const stream = await openLive(app.url, keeper, `inventory-item:${item.id}`, 'inventory')
  const issued = await issue(item, patient, { quantity: 2 })
  expect(issued.status, issued.text).toBe(201)
  const back = await move(keeper, item, {
    kind: 'RETURN',
    quantity: 1,
    patientId: patient.id,
    batchId: issued.body.movements[0]?.batchId ?? '',
  })
  expect(back.status, back.text).toBe(201)
  await vi.waitFor(() => expect(stream.stale(`inventory-item:${item.id}`)).toBeGreaterThan(1))
  const seen = await Promise.all([
    keeper.call(listMovements, { params: { id: item.id } }),
    keeper.call(listStoreMovements, { query: { inventoryItemId: item.id } }),
    keeper.call(exportStoreMovements, { query: { inventoryItemId: item.id } }),
  ])
  const texts = [issued, back, ...seen].map(({ text }) => text)
  for (const text of [...texts, JSON.stringify(stream.events)]) {
    for (const sign of [patient.id, patient.mrn, 'Quillan', 'Ravenscroft']) expect(text).not.toContain(sign)
  }
  stream.close()
  expect(seen[2].text).toContain('A patient')
  const { items } = (await desk.call(listMovements, { params: { id: item.id } })).body
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'RETURN', patientId: patient.id, patientName: 'Quillan Ravenscroft' },
    { kind: 'ISSUE', patientId: patient.id },
  ])
  await app.flushAudit()
  const { items: entries } = (
    await admin.call(listAudit, { query: { patientId: patient.id, action: 'moveStock' } })
  ).body
  expect(entries).toMatchObject([{ staff: { id: keeper.id } }, { staff: { id: keeper.id } }])
})

test('against a recorded allergy it is issued with a reason alone, which stays with the movement', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  await writeAllergy(doctor, patient)
  const item = await medicine()
  const refused = await issue(item, patient)
  expect(refused.problem).toMatchObject({
    status: 409,
    code: 'allergy_match',
    errors: [{ path: 'allergyReason' }],
  })
  expect(refused.problem.detail).toContain('Recorded allergy: Penicillin.')
  expect(refused.problem.detail).toContain('one of the penicillins')
  const anyway = await issue(item, patient, { allergyReason: 'Tolerated it in 2024, Dr Mehta knows' })
  expect(anyway.status, anyway.text).toBe(201)
  expect(anyway.body.movements).toMatchObject([{ allergy: null, allergyReason: null }])
  const [told] = (await desk.call(listMovements, { params: { id: item.id } })).body.items
  expect(told).toMatchObject({ allergy: 'Penicillin', allergyReason: 'Tolerated it in 2024, Dr Mehta knows' })
  // A reason that wasn't asked for isn't stored.
  const gauze = await givenItem(keeper, { name: `Gauze ${randomUUID()}` })
  await issue(gauze, patient, { allergyReason: 'To be safe' })
  const [plain] = (await desk.call(listMovements, { params: { id: gauze.id } })).body.items
  expect(plain).toMatchObject({ allergy: null, allergyReason: null })
})

test('the database keeps an allergy with its reason, and only where stock was issued to a patient', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const item = await givenItem(keeper, { name: `Gauze ${randomUUID()}` })
  await issue(item, patient)
  const change = (sets: string, kind: string) =>
    app.asOwner(`update stock_movement set ${sets} where item_id = $1 and kind = $2`, [item.id, kind])
  const held = (constraint: string) => ({ code: '23514', constraint })
  const reason = `allergy_reason = 'Tolerated it in 2024'`
  await expect(change(reason, 'ISSUE')).rejects.toMatchObject(held('movement_allergy_with_reason'))
  const both = `allergy = 'Penicillin', ${reason}`
  await expect(change(both, 'RECEIVE')).rejects.toMatchObject(held('movement_allergy_of_patient'))
})

test('an allergy that is just being recorded is waited for, and asked about', async () => {
  const [item, patient] = [await medicine(), await givenPatient(desk, { allergies: null })]
  const { untilWaiting, letGo } = await holdLock(
    app,
    `insert into allergy (patient_id, recorded_by, substance, severity, certainty)
     values ($1, $2, 'Penicillin', 'SEVERE', 'CONFIRMED')`,
    [patient.id, doctor.id],
  )
  const asked = issue(item, patient)
  await untilWaiting()
  await letGo()
  expect((await asked).problem).toMatchObject({ code: 'allergy_match' })
})

test('a patient’s record tells those who may read it what the store issued and took back, live', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const item = await medicine()
  const stream = await openLive(app.url, doctor, `patient-medications:${patient.id}`)
  const { body } = await issue(item, patient, { quantity: 3 })
  await vi.waitFor(() => expect(stream.stale(`patient-medications:${patient.id}`)).toBeGreaterThan(0))
  stream.close()
  const batchId = body.movements[0]?.batchId ?? ''
  await move(keeper, item, { kind: 'RETURN', quantity: 1, patientId: patient.id, batchId })
  const tell = async (by: Client) => happened(by, patient)
  for (const reader of [doctor, admin]) {
    expect(await tell(reader)).toMatchObject([
      { event: 'return', record: { inventoryItemName: item.name, quantity: 1 } },
      { event: 'issue', record: { inventoryItemName: item.name, quantity: -3, unit: 'tablets' } },
    ])
  }
  expect(await tell(desk)).toEqual([])
})

async function happened(by: Client, { id }: Pick<Patient, 'id'>) {
  const { items } = (await by.call(readTimeline, { params: { id } })).body
  return items.filter(({ event }) => event === 'issue' || event === 'return')
}
