import type { z } from 'zod'
import { type Merge, type MergeForm, mergePatients } from '../../../../contract/people/duplicates/merges.ts'
import { type Patient, readPatient } from '../../../../contract/people/patients.ts'
import type { Answer, Client } from '../../client.ts'

/** Asks for a merge of two records as they are now; the answer may be a refusal. */
export async function merge(
  admin: Client,
  survivor: { id: string },
  merged: { id: string },
  changed: Partial<z.input<typeof MergeForm>> = {},
): Promise<Answer<Merge>> {
  const now = async ({ id }: { id: string }): Promise<Patient> =>
    (await admin.call(readPatient, { params: { id } })).body
  const [one, other] = [await now(survivor), await now(merged)]
  return admin.call(mergePatients, {
    body: {
      survivorId: one.id,
      mergedId: other.id,
      survivorVersion: one.version,
      mergedVersion: other.version,
      mrn: one.mrn,
      reason: null,
      ...changed,
    },
  })
}
