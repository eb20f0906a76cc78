import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { FirstContact, mostContacts } from './contact-form.ts'
import { Patient, PatientForm } from './patients.ts'

/** The form of a new patient and their contacts. It has a file of its own because few screens register patients. */
export const PatientRegistration = PatientForm.extend({
  contacts: z.array(FirstContact).max(mostContacts, `At most ${mostContacts} contacts`).optional(),
})
export type PatientRegistration = z.output<typeof PatientRegistration>

export const registerPatient = endpoint({
  name: 'registerPatient',
  summary: 'Register a patient; the server assigns the MRN. `allergies` takes `allergy.report`',
  method: 'POST',
  path: '/patients',
  permission: 'patient.edit',
  kind: 'create',
  namesPatients: true,
  body: PatientRegistration,
  reply: Patient,
  errors: ['contact_listed', 'too_many_contacts'],
})
