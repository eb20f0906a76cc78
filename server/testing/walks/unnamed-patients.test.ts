import { afterAll, expect, test, vi } from 'vitest'
import { endpoints } from '../../../contract/nouns.ts'
import { editPatient } from '../../../contract/people/patients.ts'
import { holderOf, may, permissions, roles } from '../../../contract/permissions.ts'
import { listMovements } from '../../../contract/store/stock.ts'
import { startApp } from '../app.ts'
import { asQuery, ifMatch, pathOf } from '../client.ts'
import { daysAfter } from '../days.ts'
import { givenExamples, givenPeople } from '../every-example.ts'
import { admit } from '../factories/admissions.ts'
import { givenAppointment } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { givenItem, move } from '../factories/items.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { openLive } from '../live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const { admin, doctor, receptionist: desk, inventory_manager: keeper } = people
const examples = givenExamples(people)

/** The roles that may see no patient. */
const strangers = roles.filter((role) => !may(holderOf(role), 'patient.view'))
const open = endpoints.filter(({ permission }) => {
  const asked = permissions.find((one) => one === permission)
  return !asked || strangers.some((role) => may(holderOf(role), asked))
})

/** Somebody whom each part of the hospital has to do with, under a name that nobody else has. */
const patient = await givenPatient(desk, { firstName: 'Quenby', lastName: 'Ravensworth' })
const tomorrow = daysAfter(new Date().toISOString().slice(0, 10), 1)
await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow, patientId: patient.id })
await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
const item = await givenItem(keeper)
const batchId = (await move(admin, item, { kind: 'ISSUE', quantity: 9, patientId: patient.id })).body
  .movements[0]?.batchId
await move(admin, item, { kind: 'RETURN', quantity: 1, patientId: patient.id, batchId: batchId ?? '' })
const signs = [patient.id, patient.mrn, patient.firstName, patient.lastName, patient.contactNumber]

test('there is a role that may see no patient, and much that it may call', () => {
  expect(strangers).toEqual(['inventory_manager'])
  expect(open.length).toBeGreaterThan(20)
})

test.each(open)('$name tells a store keeper of no patient', async (endpoint) => {
  const example = await examples[endpoint.name]?.()
  const { params, query, body } = { ...example?.request }
  const sent = body && 'ward' in Object(body) ? { ...Object(body), patientId: patient.id } : body
  // Wherever an item is asked for, it is the one that went to the patient.
  const isOfItem = endpoint.path.startsWith('/inventory/{id}') && endpoint.method !== 'DELETE'
  const address = pathOf(endpoint, isOfItem ? { id: item.id } : { ...Object(params) })
  const answer = await keeper.send(endpoint.method, address + asQuery({ ...Object(query) }), {
    headers: { ...example?.headers },
    ...(endpoint.method !== 'GET' && { body: sent }),
  })
  for (const sign of signs) expect(answer.text).not.toContain(sign)
})

test('a store keeper sees that it went to a patient, and others to whom', async () => {
  const { items } = (await keeper.call(listMovements, { params: { id: item.id } })).body
  expect(items.slice(-3).map(({ kind, isForPatient }) => [kind, isForPatient])).toEqual([
    ['RETURN', true],
    ['ISSUE', true],
    ['RECEIVE', false],
  ])
  const seen = (await desk.call(listMovements, { params: { id: item.id } })).body.items
  expect(seen[0]).toMatchObject({
    isForPatient: true,
    patientId: patient.id,
    patientName: 'Quenby Ravensworth',
  })
})

test('a store keeper’s screen hears of the item that went to a patient, not of the patient', async () => {
  const stream = await openLive(app.url, keeper, `inventory-item:${item.id}`, 'inventory')
  await desk.call(
    editPatient,
    { params: { id: patient.id }, body: { address: '2 Harbour Street' } },
    ifMatch(patient),
  )
  await move(admin, item, { kind: 'ISSUE', quantity: 1, patientId: patient.id })
  await vi.waitFor(() => expect(stream.stale(`inventory-item:${item.id}`)).toBeGreaterThan(0))
  expect(JSON.stringify(stream.events)).not.toContain(patient.id)
  stream.close()
})
