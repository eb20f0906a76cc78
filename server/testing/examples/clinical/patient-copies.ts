import type * as patientCopies from '../../../../contract/clinical/patient-copies.ts'
import { type Examples, example, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ doctor, receptionist: desk }: People): Examples<typeof patientCopies> {
  return {
    copyPatient: async () => {
      const patient = await givenPatient(desk)
      return example(doctor, one(patient), { patients: [patient.id], subject: patient.id })
    },
  }
}
