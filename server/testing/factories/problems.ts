import type { z } from 'zod'
import { type Problem, type ProblemForm, recordProblem } from '../../../contract/clinical/problems.ts'
import type { Answer, Client, Extra } from '../client.ts'

export const asthma = { diagnosis: 'Asthma', icd10: 'J45.9', onsetOn: '2001-03-04' } as const

/** Records a diagnosis; the answer may be a refusal. */
export function diagnose(
  doctor: Client,
  patient: { id: string },
  form: Partial<z.input<typeof ProblemForm>> = {},
  extra: Extra = {},
): Promise<Answer<Problem>> {
  return doctor.call(recordProblem, { params: { id: patient.id }, body: { ...asthma, ...form } }, extra)
}
