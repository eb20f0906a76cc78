import type * as contacts from '../../../../contract/people/contacts.ts'
import { endContact } from '../../../../contract/people/contacts.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { contactForm, givenContact } from '../../factories/patients/contacts.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ nurse, receptionist: desk }: People): Examples<typeof contacts> {
  const given = async () => {
    const patient = await givenPatient(desk)
    return { patient, contact: await givenContact(desk, patient) }
  }
  return {
    listContacts: async () => {
      const { patient } = await given()
      return example(nurse, one(patient), { patients: [patient.id], subject: patient.id })
    },
    listPastContacts: async () => {
      const { patient, contact } = await given()
      await desk.call(endContact, { ...one(contact), body: { reason: 'Moved away' } })
      return example(nurse, one(patient), { patients: [patient.id], subject: patient.id })
    },
    addContact: async () => {
      const patient = await givenPatient(desk)
      const { id: otherPatientId } = await givenPatient(desk)
      const request = { ...one(patient), body: contactForm({ otherPatientId }) }
      return example(desk, request, { patients: [patient.id], subject: idIn })
    },
    editContact: async () => {
      const { patient, contact } = await given()
      const { id: otherPatientId } = await givenPatient(desk)
      const request = { ...one(contact), body: { phone: '+44 20 7946 0958', otherPatientId } }
      return example(desk, request, { patients: [patient.id], subject: contact.id, ...ifMatch(contact) })
    },
    endContact: async () => {
      const { patient, contact } = await given()
      const request = { ...one(contact), body: { reason: 'Moved away' } }
      return example(desk, request, { patients: [patient.id], subject: contact.id })
    },
  }
}

export const edits: Edits = {
  editContact: () => ({
    ...contactForm({ isEmergency: false, isGuardian: true, relationshipDetail: 'Adoptive' }),
  }),
}
