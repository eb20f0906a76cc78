import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { changeAppointment } from '../../../contract/front-desk/appointments.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { changeBed } from '../../../contract/wards/beds.ts'
import { startApp } from '../app.ts'
import { type Answer, ifMatch, pathOf } from '../client.ts'
import { daysAfter } from '../days.ts'
import { givenEdits, givenExamples, givenPeople } from '../every-example.ts'
import type { Edits } from '../example.ts'
import { givenAppointment, nextTime } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { givenClinic } from '../factories/clinics.ts'
import { givenItem } from '../factories/items.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { givenPayer } from '../factories/patients/payers.ts'
import { givenLocation } from '../factories/storage-locations.ts'
import { givenSupplier } from '../factories/suppliers.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const { admin, doctor, receptionist: desk, inventory_manager: keeper } = people
const examples = givenExamples(people)

/** The endpoints that change a record's fields, by versions or under the record's own rules. */
const edits = endpoints.filter(
  ({ kind, name }) => kind === 'edit' || name === changeAppointment.name || name === changeBed.name,
)

const supplier = await givenSupplier(keeper)
const clinic = await givenClinic(admin)
const payer = await givenPayer(admin)
const relative = await givenPatient(desk)
const location = await givenLocation(keeper)
const item = await givenItem(keeper)
const nextWeek = daysAfter(new Date().toISOString().slice(0, 10), 7)
let made = 0
/** Every field of an edit, with something in it that no other record has. */
const ofFiles = givenEdits()
const filled: Edits = {
  ...ofFiles,
  editContact: () => ({ ...ofFiles.editContact?.(), otherPatientId: relative.id }),
  editCoverage: () => ({ ...ofFiles.editCoverage?.(), payerId: payer.id }),
  editStaffMember: () => ({ ...ofFiles.editStaffMember?.(), clinicId: clinic.id }),
  editInventoryItem: () => ({
    name: `Gauze ${made++} cm`,
    category: 'SUPPLIES',
    description: 'Sterile',
    unit: 'pcs',
    packSize: 50,
    isControlled: true,
    reorderLevel: 7,
    cost: 1.5,
    supplierId: supplier.id,
    storageLocationId: location.id,
    notes: 'Keep dry',
  }),
  editAdmission: () => ({
    doctorId: doctor.id,
    diagnosis: 'Influenza',
    expectedDischargeDate: nextWeek,
    notes: 'Isolated',
  }),
  editPurchaseOrder: () => ({
    supplierId: supplier.id,
    notes: 'Deliver to the back door',
    neededBy: '2026-12-04',
    lines: [{ inventoryItemId: item.id, quantity: 3, cost: 2 }],
  }),
  changeAppointment: () => ({
    date: nextWeek,
    time: nextTime(),
    type: 'FOLLOW_UP',
    doctorId: doctor.id,
    notes: 'Fasting',
  }),
  changeBed: () => ({ bedNumber: `W-${made++}`, ward: 'ICU', notes: 'By the window' }),
}
/** Fields that change the state of a record, repeat which record it is, answer a question about the edit, or decide another field. */
const aboutStates: Record<string, string[]> = {
  editPatient: ['id', 'mrn'],
  changeAppointment: ['status', 'cancelReason', 'cancelNote', 'evenIfPassed', 'overbookReason'],
  changeBed: [
    'status',
    'from',
    'patientId',
    'admissionDate',
    'expectedDischargeDate',
    'doctorId',
    'diagnosis',
    'unitId',
    'sexRuleReason',
  ],
}
const fields = edits.flatMap((endpoint) =>
  Object.keys(filled[endpoint.name]?.() ?? {}).map((field) => ({ name: endpoint.name, field, endpoint })),
)
const clearable = fields.filter(
  ({ endpoint, field }) =>
    mayBeNull(propertiesOf(endpoint.body)[field]) &&
    // Its text is added to the list of allergies, and nothing is removed from that list (record 57).
    !(endpoint.name === 'editPatient' && field === 'allergies'),
)

test('every field of every edit is filled here, so that a new one is held to all of this', () => {
  for (const { name, body } of edits) {
    const known = [...Object.keys(filled[name]?.() ?? {}), ...(aboutStates[name] ?? [])]
    expect(Object.keys(propertiesOf(body)).sort(), name).toEqual(known.sort())
  }
  expect(clearable.length).toBeGreaterThan(10)
})

test.each(fields)('$name of $field alone leaves everything else as it is', async ({ endpoint, field }) => {
  const { whole, before, send } = await wholeRecord(endpoint)
  expect((await send({ [field]: whole[field] })).fields).toEqual(before.fields)
})

test.each(clearable)('$name clears $field with null, and nothing else', async ({ endpoint, field }) => {
  const { before, send } = await wholeRecord(endpoint)
  const after = await send({ [field]: null })
  expect(after.fields[field]).toBeNull()
  expect(without(after.fields, field)).toEqual(without(before.fields, field))
})

test.each(edits)('$name refuses to change nothing', async (endpoint) => {
  const example = await examples[endpoint.name]?.()
  const path = pathOf(endpoint, { ...Object(example?.request.params) })
  const answer = await example?.by.send(endpoint.method, path, { headers: { ...example.headers }, body: {} })
  expect(answer?.problem).toMatchObject({ status: 422, detail: 'Nothing to change' })
})

test.each(edits)('$name to what the record is already changes nothing', async (endpoint) => {
  const { whole, before, send } = await wholeRecord(endpoint)
  const entries = await entriesOf(endpoint)
  const told = await send(whole)
  expect(told).toEqual(before)
  // The trail has an entry that somebody saw the record, but none of a change.
  expect((await entriesOf(endpoint)).slice(entries.length)).toEqual([null])
  // From the version that it has kept, it is edited as ever.
  const changed = filled[endpoint.name]?.() ?? {}
  if (isDeepStrictEqual(changed, whole)) return
  expect((await send(changed)).version).toBe(before.version + 1)
})

test('OpenAPI tells that what is left out stays', async () => {
  const document = (await app.visitor.send('GET', '/api/openapi.json')).body as {
    paths: Record<string, Record<string, { description: string }>>
  }
  for (const { path, method } of edits) {
    const { description } = document.paths[`/api${path}`]?.[method.toLowerCase()] ?? { description: '' }
    expect(description, path).toContain('What the body leaves out stays as it is')
  }
})

interface Edited {
  version: number
  fields: Record<string, unknown>
}

/** The changes in the audit entries of an endpoint, the oldest first. */
async function entriesOf({ name }: Endpoint): Promise<unknown[]> {
  const told = await app.asOwner<{ changes: unknown }>(
    `select changes from audit_entry where action = $1 and outcome = 'done' order by id`,
    [name],
  )
  return told.map(({ changes }) => changes)
}

/** A record of which every field is filled, and how to change it. */
async function wholeRecord(endpoint: Endpoint) {
  const { by, path, version } = await givenRecord(endpoint)
  const send = async (at: number, body: object) =>
    recordOf(await by.send(endpoint.method, path, { ...ifMatch({ version: at }), body }))
  const whole = filled[endpoint.name]?.() ?? {}
  const before = await send(version, whole)
  return { whole, before, send: (body: object) => send(before.version, body) }
}

async function givenRecord(endpoint: Endpoint) {
  if (endpoint.name === changeBed.name) {
    return { by: admin, version: 1, path: `/api/beds/${(await givenBed(admin)).id}` }
  }
  if (endpoint.name === changeAppointment.name) {
    const { id } = await givenAppointment(desk, { doctorId: doctor.id, date: nextWeek })
    return { by: desk, version: 1, path: `/api/appointments/${id}` }
  }
  const example = await examples[endpoint.name]?.()
  if (!example) throw new Error(`${endpoint.name} has no example`)
  const version = Number(/\d+/.exec(example.headers?.['if-match'] ?? '')?.[0])
  return { by: example.by, version, path: pathOf(endpoint, { ...Object(example.request.params) }) }
}

/** The record in an answer, without what every write changes; the name of what a field refers to goes with the field. */
function recordOf(answer: Answer): Edited {
  const {
    version,
    updatedAt: _,
    ...fields
  } = answer.body as { version: number; updatedAt?: string; lines?: object[] }
  // Lines are replaced by those that are sent, as new ones.
  const lines = fields.lines?.map((line) => ({ ...line, id: undefined }))
  return { version, fields: { ...fields, lines } }
}

/** The fields but one, and but the words that stand for it. */
function without(fields: Record<string, unknown>, field: string) {
  const words: Record<string, string[]> = {
    supplierId: ['supplier', 'supplierContact'],
    storageLocationId: ['location'],
    clinicId: ['clinic'],
    otherPatientId: ['otherPatientMrn'],
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => name !== field && !(words[field] ?? []).includes(name)),
  )
}

type Property = { anyOf?: { type?: string }[] }

function propertiesOf(schema: z.ZodType | undefined): Record<string, Property> {
  const written = schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (written?.properties ?? {}) as Record<string, Property>
}

function mayBeNull(property: Property | undefined): boolean {
  return property?.anyOf?.some(({ type }) => type === 'null') ?? false
}
