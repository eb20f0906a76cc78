import type * as allergies from '../../../../contract/clinical/allergies.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { toPenicillin, writeAllergy } from '../../factories/allergies.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof allergies> {
  return {
    listAllergies: async () => {
      const { id } = await givenPatient(desk)
      await writeAllergy(doctor, { id })
      return example(admin, one({ id }), { patients: [id], subject: id })
    },
    recordAllergy: async () => {
      const { id } = await givenPatient(desk)
      return example(doctor, { ...one({ id }), body: toPenicillin }, { patients: [id], subject: idIn })
    },
    confirmAllergy: async () => {
      const { id, patientId } = (await writeAllergy(doctor, await givenPatient(desk))).body
      const body = { ...toPenicillin, severity: 'MILD' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: idIn })
    },
    strikeAllergy: async () => {
      const { id, patientId } = (await writeAllergy(doctor, await givenPatient(desk))).body
      const body = { reason: 'Another patient was meant' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: id })
    },
  }
}
