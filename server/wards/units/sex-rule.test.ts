import { afterAll, describe, expect, test } from 'vitest'
import { editPatient, type Patient } from '../../../contract/people/patients.ts'
import { listStays, transferPatient } from '../../../contract/wards/admissions.ts'
import { changeBed, listBeds, readBed } from '../../../contract/wards/beds.ts'
import { editUnit, mergeUnit, moveBeds } from '../../../contract/wards/unit-changes.ts'
import type { Unit } from '../../../contract/wards/units.ts'
import type { SexRule } from '../../../contract/wards/wards.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { restrict } from '../../testing/factories/patients/restricted-records.ts'
import { givenUnit } from '../../testing/factories/units.ts'
import { holdLock } from '../../testing/held-lock.ts'

const app = await startApp()
afterAll(() => app.close())
const [admin, desk, doctor] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
]

const reason = 'No other bed with oxygen is free'
const withReason = { sexRuleReason: reason }
const wardFor = (sexRule: SexRule | null) => givenUnit(admin, { sexRule })
const bedIn = ({ id, ward }: Unit) => givenBed(admin, { unitId: id, ward })
const man = () => givenPatient(desk, { gender: 'MALE' })
const woman = () => givenPatient(desk, { gender: 'FEMALE' })

type Reason = { sexRuleReason?: string }
const admitTo = (bed: { id: string }, patient: Patient, more: Reason = {}) =>
  admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id, ...more })
async function inpatient(patient: Patient, unit: Unit, more?: Reason) {
  const bed = await bedIn(unit)
  return { bed, admission: (await admitTo(bed, patient, more)).body }
}
async function reasonsOf(admission: { id: string }) {
  const stays = (await desk.call(listStays, one(admission))).body
  return stays.map((stay) => [stay.unitName, stay.sexRuleReason])
}
const reasonIn = async (bed: { id: string }) => (await desk.call(readBed, one(bed))).body.sexRuleReason
async function lastChanges(action: string) {
  const [entry] = await app.asOwner<{ changes: unknown }>(
    'select changes from audit_entry where action = $1 and changes is not null order by id desc limit 1',
    [action],
  )
  return entry?.changes
}
function asks(unit: Unit, whom = 'this patient is') {
  const message = `${unit.name} is for women. Say why ${whom} placed there.`
  return { code: 'ward_for_other_sex', detail: message, errors: [{ path: 'sexRuleReason', message }] }
}

describe('a patient of the other sex is placed for a reason, which the stay keeps', () => {
  test('when admitted', async () => {
    const [east, patient] = [await wardFor('FEMALE'), await man()]
    const bed = await bedIn(east)
    expect((await admitTo(bed, patient)).problem).toMatchObject({ status: 409, ...asks(east) })
    expect((await desk.call(readBed, one(bed))).body.status).toBe('AVAILABLE')

    const { body: admission } = await admitTo(bed, patient, withReason)
    expect(await reasonsOf(admission)).toEqual([[east.name, reason]])
    expect(await reasonIn(bed)).toBe(reason)
    expect(await lastChanges('admitPatient')).toMatchObject(withReason)
  })

  test('when assigned to a bed', async () => {
    const [east, patient] = [await wardFor('FEMALE'), await man()]
    const bed = await bedIn(east)
    const assign = (more: object) =>
      desk.call(changeBed, { ...one(bed), body: { status: 'OCCUPIED', patientId: patient.id, ...more } })
    expect((await assign({})).problem).toMatchObject(asks(east))
    expect((await assign(withReason)).body.sexRuleReason).toBe(reason)
    expect(await lastChanges('changeBed')).toMatchObject({ sexRuleReason: [null, reason] })
  })

  test('when transferred', async () => {
    const [open, men, east] = [await wardFor(null), await wardFor('MALE'), await wardFor('FEMALE')]
    const { admission } = await inpatient(await man(), open)
    const transfer = async (unit: Unit, more: object) =>
      desk.call(transferPatient, { ...one(admission), body: { bedId: (await bedIn(unit)).id, ...more } })
    expect((await transfer(men, {})).status).toBe(200)
    expect((await transfer(east, { notes: 'Needs oxygen' })).problem).toMatchObject(asks(east))
    expect((await transfer(east, withReason)).status).toBe(200)
    expect(await lastChanges('transferPatient')).toMatchObject(withReason)
    // A reason that nothing asked for is kept nowhere.
    expect((await transfer(men, withReason)).status).toBe(200)
    expect(await lastChanges('transferPatient')).not.toHaveProperty('sexRuleReason')
    expect(await reasonsOf(admission)).toEqual([
      [open.name, null],
      [men.name, null],
      [east.name, reason],
      [men.name, null],
    ])
  })

  test('when the bed is moved there, alone, with others, or with its ward', async () => {
    const [east, open] = [await wardFor('FEMALE'), await wardFor(null)]
    const moved = await inpatient(await man(), open)
    const edit = async (unit: Unit, body: object) =>
      admin.call(
        changeBed,
        { ...one(moved.bed), body: { unitId: unit.id, ...body } },
        ifMatch((await admin.call(readBed, one(moved.bed))).body),
      )
    expect((await edit(east, {})).problem).toMatchObject(asks(east))
    expect((await edit(east, withReason)).body).toMatchObject({ unitId: east.id, sexRuleReason: reason })
    expect((await edit(open, {})).body.sexRuleReason).toBeNull()

    const her = await inpatient(await woman(), open)
    const beds = [moved.bed.id, her.bed.id, (await bedIn(open)).id]
    const move = (to: Unit, body: object) =>
      admin.call(moveBeds, { ...one(to), body: { bedIds: beds, ...body } })
    expect((await move(east, {})).problem).toMatchObject(asks(east, 'other patients are'))
    expect((await move(east, withReason)).status).toBe(200)
    expect(await lastChanges('moveBeds')).toMatchObject(withReason)
    expect([await reasonIn(moved.bed), await reasonIn(her.bed)]).toEqual([reason, null])

    // A reason for one ward answers nothing about another.
    const west = await wardFor('FEMALE')
    expect((await move(west, {})).problem).toMatchObject(asks(west, 'other patients are'))
    const merge = (body: object) =>
      admin.call(mergeUnit, { ...one(east), body: { intoId: west.id, ...body } })
    expect((await merge({})).problem).toMatchObject(asks(west, 'other patients are'))
    const other = { sexRuleReason: 'The wing is being painted' }
    expect((await merge(other)).status).toBe(200)
    expect(await lastChanges('mergeUnit')).toMatchObject(other)
    expect(await reasonsOf(moved.admission)).toEqual([[west.name, other.sexRuleReason]])
  })
})

test('nothing is asked about a patient of that sex, or one recorded as other', async () => {
  const east = await wardFor('FEMALE')
  for (const patient of [await woman(), await givenPatient(desk, { gender: 'OTHER' })]) {
    const { bed } = await inpatient(patient, east, withReason)
    expect(await reasonIn(bed)).toBeNull()
    expect(await lastChanges('admitPatient')).not.toHaveProperty('sexRuleReason')
  }
})

test('a changed rule, and a corrected gender, leave patients where they are', async () => {
  const open = await wardFor(null)
  const [his, hers] = [await inpatient(await man(), open), await inpatient(await woman(), open)]
  const edited = await admin.call(editUnit, { ...one(open), body: { sexRule: 'FEMALE' } }, ifMatch(open))
  expect(edited.body).toMatchObject({ sexRule: 'FEMALE', name: open.name, version: 2 })
  expect(await lastChanges('editUnit')).toEqual({ sexRule: [null, 'FEMALE'] })
  const patient = hers.admission.patient
  const corrected = await desk.call(
    editPatient,
    { params: { id: patient.id }, body: { gender: 'MALE' } },
    ifMatch({ version: 1 }),
  )
  expect(corrected.status).toBe(200)
  for (const { admission, bed } of [his, hers]) {
    expect((await desk.call(readBed, one(bed))).body.status).toBe('OCCUPIED')
    expect(await reasonsOf(admission)).toEqual([[open.name, null]])
  }
})

describe('two at once', () => {
  test('an admission waits for the change of the rule, and is asked', async () => {
    const [open, patient] = [await wardFor(null), await man()]
    const bed = await bedIn(open)
    const held = await holdLock(app, `update unit set sex_rule = 'FEMALE' where id = $1`, [open.id])
    const admitting = admitTo(bed, patient)
    await held.untilWaiting()
    await held.letGo()
    expect((await admitting).problem).toMatchObject(asks(open))
  })

  test('a change of the rule waits for the admission, and the patient stays', async () => {
    const [open, patient] = [await wardFor(null), await man()]
    const { admission } = await inpatient(patient, open)
    // The owner's transfer within the ward, at the point at which it has begun the stay.
    const other = await bedIn(open)
    const held = await holdLock(
      app,
      `with ended as (
         update stay set ended_at = clock_timestamp() where open_admission_id = $1 returning admission_id, ended_at
       )
       insert into stay (admission_id, bed_id, started_at) select admission_id, $2, ended_at from ended`,
      [admission.id, other.id],
    )
    const changing = admin.call(editUnit, { ...one(open), body: { sexRule: 'FEMALE' } }, ifMatch(open))
    await held.untilWaiting()
    await held.letGo()
    expect((await changing).status).toBe(200)
    expect((await desk.call(readBed, one(other))).body.patientId).toBe(patient.id)
  })

  test('two who move beds to wards with a rule, and one who changes it, do not block one another', async () => {
    const [here, there] = [await wardFor('FEMALE'), await wardFor('FEMALE')]
    const people = [
      await inpatient(await man(), here, withReason),
      await inpatient(await man(), there, withReason),
    ]
    const bedIds = people.map(({ bed }) => bed.id)
    const all = await Promise.all([
      admin.call(moveBeds, { ...one(here), body: { bedIds, ...withReason } }),
      admin.call(moveBeds, { ...one(there), body: { bedIds: bedIds.toReversed(), ...withReason } }),
      admin.call(editUnit, { ...one(here), body: { sexRule: null } }, ifMatch(here)),
    ])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('the database', () => {
  test('keeps the rule itself, and the reason as a line of text', async () => {
    const [east, open] = [await wardFor('FEMALE'), await wardFor(null)]
    const { bed } = await inpatient(await man(), open)
    await expect(app.asOwner('update bed set unit_id = $2 where id = $1', [bed.id, east.id])).rejects.toThrow(
      'for the other sex',
    )
    const kept = await inpatient(await man(), east, withReason)
    const write = (text: string | null) =>
      app.asOwner('update stay set sex_rule_reason = $2 where open_bed_id = $1', [kept.bed.id, text])
    await expect(write(null)).rejects.toThrow('for the other sex')
    await expect(write('two\nlines')).rejects.toThrow('stay_sex_rule_reason_is_line')
    await expect(write(' ')).rejects.toThrow('stay_sex_rule_reason_is_short')
    await expect(app.asOwner(`update unit set sex_rule = 'OTHER' where id = $1`, [open.id])).rejects.toThrow(
      'unit_sex_rule_is_one',
    )
  })

  test('takes the statements of the version before, in a ward for everyone', async () => {
    const [open, other] = [await wardFor(null), await wardFor(null)]
    const { bed, admission } = await inpatient(await man(), open)
    await app.asOwner('update bed set unit_id = $2 where id = $1', [bed.id, other.id])
    await app.asOwner('update unit set name = name, version = version + 1 where id = $1', [open.id])
    expect(await reasonsOf(admission)).toEqual([[other.name, null]])
  })
})

test('the reason is part of what a restricted record keeps back', async () => {
  const [east, patient] = [await wardFor('FEMALE'), await man()]
  const { bed } = await inpatient(patient, east, withReason)
  await restrict(admin, patient)
  expect(await reasonIn(bed)).toBeNull()
  const listed = (await desk.call(listBeds)).body.find(({ id }) => id === bed.id)
  expect(listed).toMatchObject({ patientId: patient.id, sexRuleReason: null })
})
