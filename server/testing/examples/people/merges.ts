import type * as merges from '../../../../contract/people/duplicates/merges.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { merge } from '../../factories/patients/merges.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ admin, receptionist: desk }: People): Examples<typeof merges> {
  const givenTwo = async () => {
    const [survivor, other] = [await givenPatient(desk), await givenPatient(desk)]
    return { survivor, other, about: { patients: [survivor.id, other.id] } }
  }
  return {
    previewMerge: async () => {
      const { survivor, other, about } = await givenTwo()
      return example(admin, { body: { oneId: survivor.id, otherId: other.id } }, about)
    },
    listMerges: async () => {
      const { survivor, other, about } = await givenTwo()
      await merge(admin, survivor, other)
      return example(desk, one(survivor), { ...about, subject: survivor.id })
    },
    mergePatients: async () => {
      const { survivor, other, about } = await givenTwo()
      const body = {
        survivorId: survivor.id,
        mergedId: other.id,
        survivorVersion: survivor.version,
        mergedVersion: other.version,
        taken: ['address'] as const,
        mrn: survivor.mrn,
        reason: 'Registered twice in the emergency department',
      }
      return example(admin, { body }, { ...about, subject: idIn })
    },
    undoMerge: async () => {
      const { survivor, other, about } = await givenTwo()
      const merged = (await merge(admin, survivor, other)).body
      const request = { ...one(merged), body: { reason: 'They are two people' } }
      return example(admin, request, { ...about, subject: merged.id })
    },
  }
}
