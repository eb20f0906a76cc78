import type * as registration from '../../../../contract/people/registration.ts'
import { type Examples, example, idIn, type People } from '../../example.ts'
import { patientForm } from '../../factories/patients.ts'

export function examples({ receptionist: desk }: People): Examples<typeof registration> {
  return {
    registerPatient: async () =>
      example(desk, { body: patientForm() }, { patients: (reply) => [idIn(reply)], subject: idIn }),
  }
}
