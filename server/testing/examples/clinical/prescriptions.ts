import type * as prescriptions from '../../../../contract/clinical/prescriptions.ts'
import { type Examples, example, type People, patientsIn } from '../../example.ts'
import { prescribe } from '../../factories/medications.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ doctor, pharmacist, receptionist: desk }: People): Examples<typeof prescriptions> {
  return {
    listPrescriptions: async () => {
      await prescribe(doctor, await givenPatient(desk))
      return example(pharmacist, {}, { patients: patientsIn })
    },
  }
}
