import type { z } from 'zod'
import {
  type Medication,
  type MedicationForm,
  prescribeMedication,
} from '../../../contract/clinical/medications.ts'
import type { Answer, Client, Extra } from '../client.ts'

type Form = z.input<typeof MedicationForm>

export const metformin = {
  name: 'Metformin 500 mg',
  dose: '500',
  unit: 'MG',
  route: 'ORAL',
  frequency: 'TWICE_DAILY',
  startsOn: '2026-01-15',
} as const satisfies Form

/** Prescribes a medicine; the answer may be a refusal. */
export function prescribe(
  doctor: Client,
  patient: { id: string },
  form: Partial<Form> = {},
  extra: Extra = {},
): Promise<Answer<Medication>> {
  const body = { ...metformin, ...form }
  return doctor.call(prescribeMedication, { params: { id: patient.id }, body }, extra)
}
