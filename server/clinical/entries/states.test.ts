import { afterAll, expect, test } from 'vitest'
import { listAllergies } from '../../../contract/clinical/allergies.ts'
import {
  listMedications,
  readCurrentMedications,
  stopMedication,
} from '../../../contract/clinical/medications.ts'
import { listProblems, resolveProblem } from '../../../contract/clinical/problems.ts'
import { startApp } from '../../testing/app.ts'
import { utcToday } from '../../testing/days.ts'
import { writeAllergy } from '../../testing/factories/allergies.ts'
import { prescribe } from '../../testing/factories/medications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { diagnose } from '../../testing/factories/problems.ts'

const app = await startApp()
afterAll(() => app.close())
const [doctor, desk] = [await app.signIn('doctor'), await app.signIn('receptionist')]

const lists = {
  allergies: {
    endpoint: listAllergies,
    record: async (patient: { id: string }) => (await writeAllergy(doctor, patient)).body,
    table: `allergy (substance, severity, certainty, patient_id, recorded_by, struck_at, struck_by, struck_reason)
      select 'Substance ' || n, 'MILD', 'SUSPECTED'`,
  },
  problems: {
    endpoint: listProblems,
    record: async (patient: { id: string }) => (await diagnose(doctor, patient)).body,
    table: `problem (diagnosis, patient_id, recorded_by, struck_at, struck_by, struck_reason) select 'Diagnosis ' || n`,
  },
  medications: {
    endpoint: listMedications,
    record: async (patient: { id: string }) => (await prescribe(doctor, patient)).body,
    table: `medication (name, dose, unit, route, frequency, starts_on, patient_id, recorded_by, struck_at, struck_by, struck_reason)
      select 'Medicine ' || n, 1, 'MG', 'ORAL', 'DAILY', current_date`,
  },
}

test.each(Object.entries(lists))(
  'of %s, what counts is at hand after 250 that do not, and those are read on to the last',
  async (_, { endpoint, record, table }) => {
    const patient = await givenPatient(desk, { allergies: null })
    const first = await record(patient)
    await app.asOwner(
      `insert into ${table}, $1, $2, now(), $2, 'Of another patient' from generate_series(1, 250) n`,
      [patient.id, doctor.id],
    )
    const read = async (query: { state: 'current' | 'past'; limit?: number; cursor?: string }) =>
      (await doctor.call(endpoint, { params: { id: patient.id }, query })).body
    const current = await read({ state: 'current', limit: 200 })
    expect(current).toMatchObject({ items: [{ id: first.id }], total: 1, nextCursor: null })
    const past: string[] = []
    let cursor: string | undefined
    do {
      const page = await read({ state: 'past', limit: 100, ...(cursor && { cursor }) })
      past.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(past).size).toBe(250)
    expect(past).not.toContain(first.id)
  },
)

test('what is resolved, stopped or over is past', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const problem = (await diagnose(doctor, patient)).body
  await doctor.call(resolveProblem, { params: { id: problem.id }, body: { on: utcToday() } })
  const stopped = (await prescribe(doctor, patient)).body
  await doctor.call(stopMedication, { params: { id: stopped.id }, body: { reason: 'Course finished' } })
  const over = (await prescribe(doctor, patient, { endsOn: '2026-02-01' })).body
  const taken = (await prescribe(doctor, patient, { name: 'Ramipril' })).body

  const params = { id: patient.id }
  const of = async (endpoint: typeof listProblems | typeof listMedications, state: 'current' | 'past') =>
    (await doctor.call(endpoint, { params, query: { state } })).body.items.map(({ id }) => id)
  expect(await of(listProblems, 'current')).toEqual([])
  expect(await of(listProblems, 'past')).toEqual([problem.id])
  expect(await of(listMedications, 'current')).toEqual([taken.id])
  expect(await of(listMedications, 'past')).toEqual([over.id, stopped.id])
  const current = (await doctor.call(readCurrentMedications, { params })).body
  expect(current.map(({ id }) => id)).toEqual([taken.id])
})
