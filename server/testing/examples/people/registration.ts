import type * as registration from '../../../../contract/people/registration.ts'
import { type Examples, example, idIn, type People } from '../../example.ts'
import { contactForm } from '../../factories/patients/contacts.ts'
import { givenPatient, patientForm } from '../../factories/patients/patients.ts'

export function examples({ receptionist: desk }: People): Examples<typeof registration> {
  return {
    previewMrn: async () => example(desk),
    findProbableDuplicates: async () => {
      const { id, firstName, lastName, dateOfBirth } = await givenPatient(desk)
      return example(desk, { body: { firstName, lastName, dateOfBirth } }, { patients: [id] })
    },
    registerPatient: async () =>
      example(
        desk,
        { body: { ...patientForm(), contacts: [contactForm()] } },
        { patients: (reply) => [idIn(reply)], subject: idIn },
      ),
  }
}
