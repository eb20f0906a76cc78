import type { z } from 'zod'
import { type Allergy, type AllergyForm, recordAllergy } from '../../../contract/clinical/allergies.ts'
import type { Answer, Client, Extra } from '../client.ts'

export const toPenicillin = {
  substance: 'Penicillin',
  reaction: 'Swollen face',
  severity: 'SEVERE',
  certainty: 'CONFIRMED',
} as const satisfies z.input<typeof AllergyForm>

/** Records an allergy; the answer may be a refusal. */
export function writeAllergy(
  doctor: Client,
  patient: { id: string },
  form: Partial<z.input<typeof AllergyForm>> = {},
  extra: Extra = {},
): Promise<Answer<Allergy>> {
  return doctor.call(recordAllergy, { params: { id: patient.id }, body: { ...toPenicillin, ...form } }, extra)
}
