import { afterAll, expect, test, vi } from 'vitest'
import {
  addFormularyMedicine,
  deleteFormularyMedicine,
  editFormularyMedicine,
  listFormulary,
} from '../../../contract/clinical/formulary/formulary.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent, ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { givenMedicine, medicineForm } from '../../testing/factories/formulary.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
const doctor = await app.signIn('doctor')
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
afterAll(() => app.close())

const all = async () => (await doctor.call(listFormulary)).body

test('an administrator keeps the formulary, doctors read it, and neither desk nor store see it', async () => {
  const medicine = await givenMedicine(admin, { maxDosePerKg: '2.5', maxDailyDose: '300', route: 'ORAL' })
  expect(medicine).toMatchObject({
    unit: 'MG',
    route: 'ORAL',
    maxDose: 100,
    maxDosePerKg: 2.5,
    maxDailyDose: 300,
    maxChildDose: null,
    version: 1,
  })
  expect(await all()).toContainEqual(medicine)
  expect((await admin.call(listFormulary)).body).toContainEqual(medicine)
  for (const other of [desk, keeper]) {
    expect((await other.call(listFormulary)).problem).toMatchObject({
      status: 403,
      permission: 'clinical.view',
    })
    await expect(openLive(app.url, other, 'formulary')).rejects.toThrow('forbidden')
  }
  for (const other of [doctor, desk, keeper]) {
    const refused = [
      await other.call(addFormularyMedicine, { body: medicineForm() }),
      await other.call(
        editFormularyMedicine,
        { ...one(medicine), body: { maxDose: '900' } },
        ifMatch(medicine),
      ),
      await other.call(deleteFormularyMedicine, one(medicine)),
    ]
    for (const { problem } of refused)
      expect(problem).toMatchObject({ status: 403, permission: 'formulary.manage' })
  }
  expect(await all()).toContainEqual(medicine)
})

test('an edit is made from the version that was read, and says who changed it meanwhile', async () => {
  const medicine = await givenMedicine(admin)
  const edit = (body: { maxDose: string }, extra = ifMatch(medicine)) =>
    admin.call(editFormularyMedicine, { ...one(medicine), body }, extra)
  expect((await edit({ maxDose: '150' })).body).toMatchObject({ maxDose: 150, version: 2 })
  const { firstName, lastName } = await admin.me()
  expect((await edit({ maxDose: '120' })).problem).toMatchObject({
    status: 412,
    code: 'stale_version',
    current: { maxDose: 150 },
    changedBy: `${firstName} ${lastName}`,
  })
  const [entry] = await app.asOwner<{ changes: unknown }>(
    `select changes from audit_entry where subject_id = $1 and action = 'editFormularyMedicine' and outcome = 'done'`,
    [medicine.id],
  )
  expect(entry?.changes).toEqual({ maxDose: [100, 150] })
})

test('a medicine is there once for each route, however it is written, and two who add it at once are told', async () => {
  const form = medicineForm()
  const both = await Promise.all(
    [form, { ...form, name: form.name.toUpperCase() }].map((body) =>
      admin.call(addFormularyMedicine, { body }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'name_taken',
    errors: [{ path: 'name', message: 'This medicine is in the formulary already, for this route.' }],
  })
  expect((await admin.call(addFormularyMedicine, { body: { ...form, route: 'INTRAVENOUS' } })).status).toBe(
    201,
  )
})

test('what was removed is gone, and the trail keeps what was removed', async () => {
  const medicine = await givenMedicine(admin)
  expect((await admin.call(deleteFormularyMedicine, one(medicine))).body).toEqual({ id: medicine.id })
  expect((await all()).map(({ id }) => id)).not.toContain(medicine.id)
  expect((await admin.call(deleteFormularyMedicine, one(medicine))).problem.code).toBe('not_found')
  const rows = await app.asOwner(
    `select action, changes from audit_entry where subject_id = $1 and outcome = 'done' order by id`,
    [medicine.id],
  )
  expect(rows).toEqual([
    { action: 'addFormularyMedicine', changes: { added: medicine.name, unit: 'MG', maxDose: 100 } },
    { action: 'deleteFormularyMedicine', changes: { deleted: medicine.name } },
  ])
})

test.each([
  ['maxDailyDose', '99', 'The daily maximum can’t be below the single maximum', 'daily_at_least_single'],
  [
    'maxDosePerKg',
    '101',
    'The maximum per kilogram can’t be above the single maximum',
    'per_kg_within_single',
  ],
  ['maxChildDose', '101', 'A child’s maximum can’t be above the single maximum', 'child_within_single'],
])(
  'a %s of %s is refused beside its field, when it is edited alone too, by the database',
  async (path, value, message, constraint) => {
    const refusal = { status: 422, code: 'invalid_input', errors: [{ path, message }] }
    const added = await admin.call(addFormularyMedicine, { body: medicineForm({ [path]: value }) })
    expect(added.problem).toMatchObject(refusal)
    const medicine = await givenMedicine(admin)
    const edited = await admin.call(
      editFormularyMedicine,
      { ...one(medicine), body: { [path]: value } },
      ifMatch(medicine),
    )
    expect(edited.problem).toMatchObject(refusal)
    const column = path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const raw = app.asOwner(`update formulary_medicine set ${column} = ${value} where id = $1`, [medicine.id])
    await expect(raw).rejects.toMatchObject({ constraint: `formulary_medicine_${constraint}` })
  },
)

test('sent twice it is added once', async () => {
  const key = idempotent()
  const body = medicineForm()
  const answers = [
    await admin.call(addFormularyMedicine, { body }, key),
    await admin.call(addFormularyMedicine, { body }, key),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
})

test('screens are told when it changes', async () => {
  const screen = await openLive(app.url, doctor, 'formulary')
  try {
    const medicine = await givenMedicine(admin)
    await vi.waitFor(() => expect(screen.stale('formulary')).toBe(1))
    await admin.call(editFormularyMedicine, { ...one(medicine), body: { maxDose: '150' } }, ifMatch(medicine))
    await vi.waitFor(() => expect(screen.stale('formulary')).toBe(2))
    await admin.call(deleteFormularyMedicine, one(medicine))
    await vi.waitFor(() => expect(screen.stale('formulary')).toBe(3))
  } finally {
    screen.close()
  }
})

test('it holds a thousand medicines, which are all read, and no more', async () => {
  await app.asOwner(`alter table formulary_medicine disable trigger formulary_at_most_1000`)
  await app.asOwner(
    `insert into formulary_medicine (name, unit, max_dose)
     select 'Filler ' || n, 'MG', 1 from generate_series(1, 1000 - (select count(*)::int from formulary_medicine)) n`,
  )
  await app.asOwner(`alter table formulary_medicine enable trigger formulary_at_most_1000`)
  expect(await all()).toHaveLength(1000)
  expect((await admin.call(addFormularyMedicine, { body: medicineForm() })).problem).toMatchObject({
    status: 409,
    code: 'formulary_full',
    detail: 'The formulary holds 1000 medicines at most. Remove some that are no longer used.',
  })
  await app.asOwner(`delete from formulary_medicine where name like 'Filler %'`)
})
