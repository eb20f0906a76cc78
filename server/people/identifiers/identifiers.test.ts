import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { listAudit } from '../../../contract/hospital/audit.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { identifierKey } from '../../../contract/people/identifier-rules.ts'
import {
  addIdentifierSystem,
  editIdentifierSystem,
  type IdentifierSystem,
  listIdentifierSystems,
} from '../../../contract/people/identifier-systems.ts'
import {
  addIdentifier,
  editIdentifier,
  endIdentifier,
  listIdentifiers,
} from '../../../contract/people/identifiers.ts'
import { deletePatient, exportPatients, listPatients } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { one } from '../../testing/example.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import {
  givenIdentifier,
  givenSystem,
  newIdentifier,
  systemForm,
} from '../../testing/factories/patients/identifiers.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { open, restrict } from '../../testing/factories/patients/restricted-records.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
afterAll(() => app.close())

const edit = (system: IdentifierSystem, body: object, by: StaffClient = admin) =>
  by.call(editIdentifierSystem, { ...one(system), body }, ifMatch(system))
/** Frees its place among those in use. */
function retiredAfter(system: IdentifierSystem) {
  onTestFinished(async () => {
    const now = (await admin.call(listIdentifierSystems)).body.find(({ id }) => id === system.id)
    if (now && !now.isRetired) await edit(now, { isRetired: true })
  })
  return system
}
const system = async (form: Parameters<typeof givenSystem>[1] = {}) =>
  retiredAfter(await givenSystem(admin, form))
const add = (patient: { id: string }, { id: systemId }: { id: string }, value: string, by = desk) =>
  by.call(addIdentifier, { params: { id: patient.id }, body: { systemId, value } })
const of = async (patient: { id: string }) => (await desk.call(listIdentifiers, one(patient))).body
const found = async (search: string) =>
  (await desk.call(listPatients, { query: { search } })).body.items.map((hit) => [hit.id, hit.found])

test('the database compares identifiers as forms do', async () => {
  for (const typed of ['AB-123 456', 'a.b/1_2:3', '№ 12–34‑5', 'Ｚ９', '(04) 7;8', 'ÄÖ ß'])
    expect(await app.asOwner('select identifier_key($1) as key', [typed])).toEqual([
      { key: identifierKey(typed) },
    ])
})

describe('a system', () => {
  test('is kept by administrators, and everyone who registers sees it with the settings and live', async () => {
    expect((await desk.call(addIdentifierSystem, { body: systemForm() })).problem).toMatchObject({
      permission: 'staff.manage',
    })
    const streams = await openLive(app.url, desk, 'identifier-systems')
    onTestFinished(() => streams.close())
    const before = (await app.visitor.call(readSite)).body.identifierFields ?? 0
    const { id } = await system()
    await expect.poll(() => streams.stale('identifier-systems')).toBeGreaterThan(0)
    await expect.poll(async () => (await app.visitor.call(readSite)).body.identifierFields).toBe(before + 1)
    expect((await desk.call(listIdentifierSystems)).body.map((known) => known.id)).toContain(id)
  })

  test('has a name that no other in use has, and is retired and brought back', async () => {
    const first = await system({ name: 'Health card' })
    const again = await admin.call(addIdentifierSystem, { body: systemForm({ name: ' HEALTH CARD' }) })
    expect(again.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
    const patient = await givenPatient(desk)
    const held = await givenIdentifier(desk, patient, first.id)
    const retired = (await edit(first, { isRetired: true })).body
    expect(retired.isRetired).toBe(true)
    expect((await add(patient, first, newIdentifier())).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'systemId', message: 'This identifier system is no longer used. Choose another.' }],
    })
    // Identifiers that patients have stay; nothing new is written.
    const correction = { ...one(held), body: { value: newIdentifier() } }
    expect((await desk.call(editIdentifier, correction, ifMatch(held))).status).toBe(422)
    expect((await of(patient)).map(({ value }) => value)).toEqual([held.value])
    expect((await found(held.value)).map(([id]) => id)).toEqual([patient.id])
    expect((await edit(retired, { isRetired: false })).body.isRetired).toBe(false)
    expect((await add(patient, first, newIdentifier())).status).toBe(201)
  })

  test('of which there are twelve in use at most', async () => {
    const answers = []
    for (let n = 0; n < 13; n++) answers.push(await admin.call(addIdentifierSystem, { body: systemForm() }))
    for (const answer of answers) if (answer.status === 201) retiredAfter(answer.body)
    expect(answers.find(({ status }) => status !== 201)?.problem).toMatchObject({
      code: 'too_many_identifier_systems',
      detail: 'A hospital has 12 identifier systems at most. Retire one that is no longer used.',
    })
  })

  test('has a pattern that asks for something', async () => {
    const refused = await admin.call(addIdentifierSystem, { body: systemForm({ pattern: 'ABC' }) })
    expect(refused.problem.errors).toEqual([
      { path: 'pattern', message: 'Use # for a digit, @ for a letter and * for either' },
    ])
  })
})

describe('an identifier', () => {
  test('has the pattern and the check digit of its system, at a registration too', async () => {
    const nhs = await system({ name: 'NHS number', pattern: '### ### ####', checkDigit: 'MOD11' })
    const patient = await givenPatient(desk)
    expect((await add(patient, nhs, '943 476 591')).problem.errors).toEqual([
      { path: 'value', message: 'NHS number must look like 123 456 7890' },
    ])
    expect((await add(patient, nhs, '943 476 5918')).problem.errors).toEqual([
      { path: 'value', message: 'NHS number isn’t valid. Compare each digit with the document' },
    ])
    const registering = (value: string) =>
      desk.call(registerPatient, { body: { ...patientForm(), identifiers: { [nhs.id]: value } } })
    expect((await registering('943 476 5918')).problem.errors).toEqual([
      { path: `identifiers.${nhs.id}`, message: expect.stringContaining('isn’t valid') },
    ])
    const registered = await registering('943 476 5919')
    expect(await of(registered.body)).toMatchObject([
      { system: 'NHS number', value: '943 476 5919', ended: null },
    ])
    const unknown = randomUUID()
    const body = { ...patientForm(), identifiers: { [unknown]: '1' } }
    expect((await desk.call(registerPatient, { body })).problem.errors).toEqual([
      { path: `identifiers.${unknown}`, message: expect.stringContaining('no longer used') },
    ])
    // A blank field is none.
    const without = await registering(' ')
    expect(await of(without.body)).toEqual([])
  })

  test('that another patient has is refused by that patient’s name, however it is written', async () => {
    const passport = await system({ name: 'Passport' })
    const holder = await givenPatient(desk, { firstName: 'Asha', lastName: 'Rao' })
    await add(holder, passport, 'AB-123 456')
    const sentence = `RAO, Asha (${holder.mrn}) already has this Passport. Check whether this is the same person.`
    const other = await givenPatient(desk)
    const refused = await add(other, passport, 'ab123456')
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'identifier_taken',
      errors: [{ path: 'value', message: sentence }],
    })
    const body = { ...patientForm(), identifiers: { [passport.id]: 'Ab 123.456' } }
    expect((await desk.call(registerPatient, { body })).problem).toMatchObject({
      code: 'identifier_taken',
      errors: [{ path: `identifiers.${passport.id}`, message: sentence }],
    })
    // The refusals name the patient, so they are in the audit log.
    await expect
      .poll(async () => {
        const log = await admin.call(listAudit, { query: { patientId: holder.id, kind: 'refused' } })
        return log.body.items.map(({ action }) => action).toSorted()
      })
      .toEqual(['addIdentifier', 'registerPatient'])
    const mine = await add(other, passport, 'ZZ-1')
    const correction = { ...one(mine.body), body: { value: 'AB123456' } }
    expect((await desk.call(editIdentifier, correction, ifMatch(mine.body))).problem.detail).toBe(sentence)
    expect((await add(holder, passport, 'AB 123456')).problem).toMatchObject({
      code: 'identifier_recorded',
      detail: 'Passport AB 123456 is already on this record.',
    })
  })

  test('is given to one of two who ask at once', async () => {
    const passport = await system()
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await givenPatient(desk), await givenPatient(desk)]
      const value = newIdentifier()
      const body = { ...patientForm(), identifiers: { [passport.id]: value } }
      const answers = await Promise.all([
        add(one, passport, value),
        add(other, passport, value, admin),
        desk.call(registerPatient, { body }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      for (const { status, problem } of answers.filter((answer) => answer.status !== 201))
        expect([status, problem.detail]).toEqual([409, expect.stringContaining('already has this')])
    }
  })

  test('is corrected and ended with a reason; what ended is free, and stays on the record', async () => {
    const card = await system({ name: 'Card' })
    const [patient, other] = [await givenPatient(desk), await givenPatient(desk)]
    const first = (await add(patient, card, 'C-1')).body
    const stream = await openLive(app.url, desk, `patient-identifiers:${patient.id}`)
    onTestFinished(() => stream.close())
    const corrected = await desk.call(
      editIdentifier,
      { ...one(first), body: { value: 'C-2' } },
      ifMatch(first),
    )
    expect(corrected.body).toMatchObject({ value: 'C-2', version: 2 })
    const stale = await desk.call(editIdentifier, { ...one(first), body: { value: 'C-3' } }, ifMatch(first))
    expect(stale.problem).toMatchObject({ code: 'stale_version', current: { value: 'C-2' } })
    await expect.poll(() => stream.stale(`patient-identifiers:${patient.id}`)).toBeGreaterThan(0)

    expect((await add(other, card, 'c2')).status).toBe(409)
    const end = () => desk.call(endIdentifier, { ...one(first), body: { reason: 'Card lost' } })
    const { firstName, lastName } = await desk.me()
    expect((await end()).body.ended).toMatchObject({ by: `${firstName} ${lastName}`, reason: 'Card lost' })
    expect((await end()).problem.code).toBe('identifier_ended')
    expect(await found('C-2')).toEqual([])
    expect((await add(other, card, 'c2')).status).toBe(201)
    expect((await of(patient)).map(({ value, ended }) => [value, ended?.reason])).toEqual([
      ['C-2', 'Card lost'],
    ])
  })

  test('ends with a record that is deleted', async () => {
    const passport = await system()
    const [patient, kept] = [await givenPatient(desk), await givenPatient(desk)]
    const { value } = await givenIdentifier(desk, patient, passport.id)
    await admin.call(deletePatient, one(patient))
    expect((await add(kept, passport, value)).status).toBe(201)
  })

  test('is written by reception and administrators, and read by everyone who sees patients', async () => {
    const patient = await givenPatient(desk)
    const { id } = await system()
    await givenIdentifier(desk, patient, id)
    const doctor = await app.signIn('doctor')
    expect((await doctor.call(listIdentifiers, one(patient))).body).toHaveLength(1)
    expect((await add(patient, { id }, newIdentifier(), doctor)).problem).toMatchObject({
      permission: 'patient.edit',
    })
    const keeper = await app.signIn('inventory_manager')
    expect((await keeper.call(listIdentifiers, one(patient))).status).toBe(403)
  })

  test('of a restricted record shows, and is not changed before it is open', async () => {
    const patient = await givenPatient(desk)
    const { id } = await system()
    const held = await givenIdentifier(desk, patient, id)
    await restrict(admin, patient)
    expect(await of(patient)).toHaveLength(1)
    const correct = () =>
      desk.call(editIdentifier, { ...one(held), body: { value: newIdentifier() } }, ifMatch(held))
    for (const refused of [await add(patient, { id }, newIdentifier()), await correct()])
      expect(refused.problem.code).toBe('reason_needed')
    await open(desk, patient)
    expect((await correct()).status).toBe(200)
  })
})

describe('a system for one patient only', () => {
  test('can’t become so while patients share identifiers of it, and says which', async () => {
    const card = await system({ name: 'Family card', isExclusive: false })
    const [one, other] = [await givenPatient(desk), await givenPatient(desk)]
    await add(one, card, 'F 1')
    const shared = (await add(other, card, 'f1')).body
    const refused = await edit(card, { isExclusive: true })
    expect(refused.problem).toMatchObject({ status: 409, code: 'identifiers_clash' })
    expect(refused.problem.errors?.[0]).toMatchObject({
      path: 'isExclusive',
      message: `Family card can’t be for one patient only: ${one.mrn} and ${other.mrn} share F 1. End these identifiers on all records but one first.`,
    })
    await desk.call(endIdentifier, { params: { id: shared.id }, body: { reason: 'Left the family' } })
    expect((await edit(card, { isExclusive: true })).body.isExclusive).toBe(true)
    expect((await add(other, card, 'F1')).problem.code).toBe('identifier_taken')
  })

  test('never has two patients with one identifier, also when it becomes so as one is added', async () => {
    for (let round = 0; round < 6; round++) {
      const card = await system({ isExclusive: false })
      const [one, other] = [await givenPatient(desk), await givenPatient(desk)]
      await add(one, card, 'F 1')
      const [made, added] = await Promise.all([edit(card, { isExclusive: true }), add(other, card, 'F 1')])
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([made.status, added.status])
    }
  })
})

describe('a search', () => {
  test('finds a patient by a whole identifier in any writing, and says so', async () => {
    const passport = await system({ name: 'Passport no.' })
    const patient = await givenPatient(desk)
    await add(patient, passport, 'QX-771 2043')
    for (const typed of ['QX-771 2043', 'qx7712043', 'QX 771-2043']) {
      expect(await found(typed), typed).toEqual([
        [patient.id, { match: 'exact', because: 'Passport no. …2043' }],
      ])
    }
    expect(await found('QX771204')).toEqual([])
  })

  test('puts whom a whole number means before those whose phone has it, and finds a family by its card', async () => {
    const card = await system({ name: 'Card', isExclusive: false })
    const caller = await givenPatient(desk, { contactNumber: '+91 98 7712 0443' })
    const family = [await givenPatient(desk), await givenPatient(desk)]
    for (const patient of family) await add(patient, card, '7712-0443')
    const hits = await found('77120443')
    expect(hits.map(([id]) => id).toSorted()).toEqual([...family, caller].map(({ id }) => id).toSorted())
    expect(hits.at(-1)?.[0]).toBe(caller.id)
    // As a day it would be that of a birth.
    const dated = await givenPatient(desk)
    await add(dated, await system(), '12-03-1980')
    expect((await found('12-03-1980'))[0]?.[0]).toBe(dated.id)
  })

  test('of appointments finds them too, and the export has a column for them', async () => {
    const passport = await system({ name: 'Passport 2' })
    const doctor = await app.signIn('doctor')
    const appointment = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
    await add(appointment.patient, passport, 'LL 44-1')
    const list = await desk.call(listAppointments, { query: { search: 'll441' } })
    expect(list.body.items.map(({ id }) => id)).toEqual([appointment.id])
    const file = await desk.call(exportPatients, { query: { search: 'll441' } })
    const [head = '', row = ''] = file.text.split('\r\n')
    expect(head).toContain(',Identifiers,')
    expect(row).toContain('Passport 2 LL 44-1')
  })
})
