import type * as restrictedRecords from '../../../../contract/people/restricted-records.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import { restrict } from '../../factories/patients/restricted-records.ts'

export function examples({
  admin,
  nurse,
  doctor,
  receptionist: desk,
}: People): Examples<typeof restrictedRecords> {
  const given = async () => {
    const patient = await givenPatient(desk)
    const restriction = await restrict(admin, patient, [doctor.id])
    return { patient, restriction, about: { patients: [patient.id], subject: patient.id } }
  }
  return {
    readRecordAccess: async () => {
      const { patient, about } = await given()
      return example(nurse, one(patient), about)
    },
    openRecord: async () => {
      const { patient } = await given()
      const request = { ...one(patient), body: { reason: 'Called to the patient at night' } }
      return example(nurse, request, { patients: [patient.id], subject: idIn })
    },
    readRestriction: async () => {
      const { patient, about } = await given()
      return example(admin, one(patient), about)
    },
    editRestriction: async () => {
      const { patient, restriction, about } = await given()
      const body = { isRestricted: true, readerIds: [nurse.id] }
      return example(admin, { ...one(patient), body }, { ...about, ...ifMatch(restriction) })
    },
  }
}

export const edits: Edits = {
  editRestriction: () => ({ isRestricted: true, readerIds: [] }),
}
