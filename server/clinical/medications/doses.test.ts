import { afterAll, expect, test } from 'vitest'
import { deleteFormularyMedicine } from '../../../contract/clinical/formulary/formulary.ts'
import { changeMedication, listMedications } from '../../../contract/clinical/medications.ts'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { one } from '../../testing/example.ts'
import { givenMedicine } from '../../testing/factories/formulary.ts'
import { prescribe } from '../../testing/factories/medications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { takeVitals } from '../../testing/factories/vitals.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
afterAll(() => app.close())

const today = utcToday()
/** One day before the birthday. */
const bornYearsAgo = (years: number) => daysAfter(`${Number(today.slice(0, 4)) - years}${today.slice(4)}`, 1)
const child = (years = 5) => givenPatient(desk, { dateOfBirth: bornYearsAgo(years) })
const adult = () => givenPatient(desk, { dateOfBirth: '1980-02-03' })
const weigh = (patient: { id: string }, weight: number, daysAgo = 0) =>
  takeVitals(doctor, patient, {
    weight,
    ...(daysAgo > 0 && { takenAt: `${daysAfter(today, -daysAgo)}T12:00:00.000Z` }),
    evenIfUnlikely: ['weight'],
  })
const paracetamol = await givenMedicine(admin, {
  name: 'Paracetamol',
  maxDose: '1000',
  maxDailyDose: '4000',
  maxDosePerKg: '15',
})
await givenMedicine(admin, { name: 'Furosemide', maxDose: '80' })
const dose = (patient: { id: string }, amount: string, more: object = {}, by = doctor) =>
  prescribe(by, patient, { name: 'Paracetamol 500 mg', dose: amount, frequency: 'DAILY', ...more })
const saidOf = async (answer: ReturnType<typeof dose>) => {
  const { problem } = await answer
  expect(problem).toMatchObject({
    status: 409,
    code: 'dose_unlikely',
    errors: [{ path: 'doseReason', message: problem.detail }],
  })
  return problem.detail
}

test('a dose beyond the single maximum is held back until a reason is given, and both are kept and on the trail', async () => {
  const patient = await adult()
  expect((await dose(patient, '1000')).status).toBe(201)
  const asked = '1.5 g (1500 mg) is more than the formulary’s single maximum for Paracetamol, 1000 mg.'
  const order = { unit: 'G', evenIfUnlikely: ['name'] }
  expect(await saidOf(dose(patient, '1.5', order))).toBe(`${asked} Give a reason, or change the dose.`)
  expect(await saidOf(dose(patient, '1.5', { ...order, doseReason: ' ' }))).toContain(asked)
  const doseReason = 'Loading dose, discussed with the pharmacist'
  const given = await dose(patient, '1.5', { ...order, doseReason })
  expect(given.body).toMatchObject({ dose: 1.5, doseQuestion: asked, doseReason, weight: null })
  const [entry] = await app.asOwner(`select changes from audit_entry where subject_id = $1`, [given.body.id])
  expect(entry).toMatchObject({ changes: { doseQuestion: asked, doseReason } })
  // A reason that wasn't asked for isn't stored.
  expect((await dose(await adult(), '500', { doseReason })).body).toMatchObject({
    doseQuestion: null,
    doseReason: null,
  })
})

test('a brand and a misspelt name are doses of the substance, and too much in a day is asked about too', async () => {
  const patient = await adult()
  expect(await saidOf(dose(patient, '2000', { name: 'Panadol' }))).toContain(
    'Panadol is read as Paracetamol.',
  )
  expect(await saidOf(dose(patient, '2000', { name: 'Paracetmol' }))).toContain('2000 mg is more than')
  expect(await saidOf(dose(patient, '1000', { frequency: 'EVERY_4_HOURS' }))).toContain('is 6000 mg a day')
  expect(await saidOf(dose(patient, '3', { unit: 'TABLET' }))).toContain('3 tablets (1500 mg) is more than')
})

test('a child without a recent weight is asked about; weighed, the dose is judged and kept by it', async () => {
  const patient = await child()
  expect(await saidOf(dose(patient, '100'))).toContain('no weight is recorded')
  await weigh(patient, 13.9, 40)
  expect(await saidOf(dose(patient, '100'))).toContain('The last weight, 13.9 kg, was taken on')
  await weigh(patient, 14.3)
  expect((await dose(patient, '214.5')).body).toMatchObject({ weight: 14.3, doseQuestion: null })
  expect(await saidOf(dose(patient, '215', { evenIfUnlikely: ['name'] }))).toBe(
    '215 mg is 15 mg/kg, more than the formulary’s maximum for Paracetamol, 15 mg/kg (214.5 mg at 14.3 kg). Give a reason, or change the dose.',
  )
  expect(await saidOf(dose(patient, '20', { name: 'Furosemide 40 mg' }))).toContain(
    'no dose by weight for Furosemide. The patient weighs 14.3 kg.',
  )
})

test('a child’s medicine without a dose by weight is asked about, and the reason is kept; a cream is not', async () => {
  const patient = await child()
  await weigh(patient, 14)
  const morphine = { name: 'Morphine 10 mg/ml ampoule', route: 'SUBCUTANEOUS' } as const
  const asked = 'The formulary has no dose by weight for Morphine 10 mg/ml ampoule. The patient weighs 14 kg.'
  expect(await saidOf(dose(patient, '5', morphine))).toBe(`${asked} Give a reason, or change the dose.`)
  const doseReason = 'Titrated with the anaesthetist'
  expect((await dose(patient, '5', { ...morphine, doseReason })).body).toMatchObject({
    weight: 14,
    doseQuestion: asked,
    doseReason,
  })
  const cream = { name: 'Clotrimazole cream', unit: 'APPLICATION', route: 'TOPICAL' } as const
  expect((await dose(patient, '1', cream)).body).toMatchObject({ doseQuestion: null })
  expect((await dose(await adult(), '5', morphine)).body).toMatchObject({ doseQuestion: null })
})

test('a set of vital signs that was struck through weighs nobody', async () => {
  const patient = await child()
  const { id } = (await weigh(patient, 14.3)).body
  await app.asOwner(`update vital_signs set struck_by = $2, struck_reason = 'Another child' where id = $1`, [
    id,
    doctor.id,
  ])
  expect(await saidOf(dose(patient, '100'))).toContain('no weight is recorded')
})

test('childhood ends with the 18th birthday, and below 40 kg an adult is dosed by weight', async () => {
  const almost = await child(18)
  expect(await saidOf(dose(almost, '500'))).toContain('no weight is recorded')
  const grown = await givenPatient(desk, { dateOfBirth: daysAfter(bornYearsAgo(18), -1) })
  expect((await dose(grown, '500')).body).toMatchObject({ weight: null, doseQuestion: null })
  // A patient of this year of birth may be 17 until its last day.
  const eighteenth = `${Number(today.slice(0, 4)) - 18}-01-01`
  const unsure = await givenPatient(desk, { dateOfBirth: eighteenth, birthPrecision: 'YEAR' })
  const isLastDay = today.endsWith('12-31')
  expect((await dose(unsure, '500')).status).toBe(isLastDay ? 201 : 409)
  const small = await adult()
  await weigh(small, 39.9)
  expect(await saidOf(dose(small, '600'))).toContain('15 mg/kg (598.5 mg at 39.9 kg)')
  await weigh(small, 40)
  expect((await dose(small, '1000')).status).toBe(201)
})

test('a change is asked about as well, and what is stopped stays as it was while nobody answers', async () => {
  const patient = await adult()
  const before = (await dose(patient, '1000')).body
  const change = (more: object) =>
    colleague.call(changeMedication, {
      params: { id: before.id },
      body: {
        name: before.name,
        dose: '1200',
        unit: 'MG',
        route: 'ORAL',
        frequency: 'DAILY',
        startsOn: today,
        changeReason: 'Still in pain',
        ...more,
      },
    })
  expect((await change({})).problem.code).toBe('dose_unlikely')
  const list = async () => (await doctor.call(listMedications, { params: { id: patient.id } })).body.items
  expect((await list()).map(({ stopped }) => stopped)).toEqual([null])
  expect((await change({ doseReason: 'For one night' })).body).toMatchObject({
    dose: 1200,
    doseReason: 'For one night',
  })
})

test('what can’t be compared, and what the formulary no longer has, is not asked about', async () => {
  const patient = await adult()
  expect((await dose(patient, '40', { name: 'Paracetamol', unit: 'TABLET' })).status).toBe(201)
  expect((await dose(await adult(), '4000', { name: 'Paracetamol and caffeine' })).status).toBe(201)
  await admin.call(deleteFormularyMedicine, one(paracetamol))
  expect((await dose(await adult(), '4000')).status).toBe(201)
})

test('the database keeps no question without its reason', async () => {
  const { id } = (await prescribe(doctor, await adult(), { name: 'Colchicine' })).body
  const raw = app.asOwner(
    `insert into medication (patient_id, recorded_by, name, dose, unit, route, frequency, starts_on, dose_question)
     select patient_id, recorded_by, 'Other', dose, unit, route, frequency, starts_on, 'Too much.' from medication where id = $1`,
    [id],
  )
  await expect(raw).rejects.toMatchObject({ constraint: 'medication_dose_question_with_reason' })
})
