import type * as clinics from '../../../../contract/people/clinics.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { clinicForm, givenClinic } from '../../factories/clinics.ts'

export function examples({ admin, receptionist: desk }: People): Examples<typeof clinics> {
  return {
    listClinics: async () => example(desk),
    addClinic: async () => example(admin, { body: clinicForm() }, { subject: idIn }),
    editClinic: async () => {
      const clinic = await givenClinic(admin)
      const body = { floor: 'Second floor', rooms: ['Room 1'] }
      return example(admin, { ...one(clinic), body }, { subject: clinic.id, ...ifMatch(clinic) })
    },
    closeClinic: async () => {
      const clinic = await givenClinic(admin)
      return example(admin, one(clinic), { subject: clinic.id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editClinic: () => ({
    name: `Medicine clinic ${made++}`,
    department: 'Medicine',
    floor: 'Ground floor',
    phone: '+91 22 5555 0101',
    rooms: ['Room 1', 'Room 2'],
    booksFromHome: true,
  }),
}
