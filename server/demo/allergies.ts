import type pg from 'pg'
import type { AllergyForm } from '../../contract/clinical/allergies.ts'
import { textOf } from './appointments.ts'
import { copyRows, type Row } from './load.ts'
import { allergiesAt, kinds, type Population, registeredAt } from './patients.ts'
import { randomFrom, uuidAt } from './random.ts'
import type { DemoStaff } from './staff.ts'

/** The entries of doctors, beside what reception typed; `describePatient` has put them on the patients already. */
export function fillAllergies(client: pg.Client, hospital: Population & { staff: DemoStaff }) {
  const columns = [
    'id',
    'patient_id',
    'substance',
    'reaction',
    'severity',
    'certainty',
    'recorded_at',
    'recorded_by',
  ]
  return copyRows(client, 'allergy', columns, rows())

  function* rows(): Generator<Row> {
    const { seed, size, now, staff } = hospital
    for (let index = 0; index < size; index++) {
      const entries: AllergyForm[] = allergiesAt(seed, index)
      if (entries.length === 0) continue
      const random = randomFrom(seed, kinds.allergyEntry, index)
      let at = registeredAt(hospital, index)
      for (const [place, { substance, reaction, severity, certainty }] of entries.entries()) {
        at += Math.floor((now - at) * random.next())
        const id = uuidAt(seed, kinds.allergyEntry, index * 2 + place)
        const doctor = random.pick(staff.doctors)
        yield [
          id,
          uuidAt(seed, kinds.patient, index),
          substance,
          reaction,
          severity,
          certainty,
          textOf(at),
          doctor,
        ]
      }
    }
  }
}
