import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Day, Id, optionalText, text } from '../api/fields.ts'
import { FirstContact, mostContacts } from './contact-form.ts'
import { longestIdentifier, Patient, PatientForm, PatientIdentity } from './patients.ts'

/** The calls of the registration form, which other screens of patients need not load. */

/** The form of a new patient, with their contacts, and identifiers by the id of their system; blank ones are none. */
export const PatientRegistration = PatientForm.extend({
  contacts: z.array(FirstContact).max(mostContacts, `At most ${mostContacts} contacts`).optional(),
  identifiers: z.record(Id, optionalText(longestIdentifier)).optional(),
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
  errors: ['contact_listed', 'too_many_contacts', 'identifier_taken'],
})

export const previewMrn = endpoint({
  name: 'previewMrn',
  summary: 'The MRN that the next registered patient gets, unless another is registered first',
  method: 'GET',
  path: '/patients/next-mrn',
  permission: 'patient.edit',
  kind: 'read',
  reply: z.object({ mrn: z.string() }),
})

/**
 * `swapped`: first and last name changed places; `spelling`: one letter is another, missing or added; `birth`: day and month of
 * birth changed places; `period`: the names are alike, and the birth dates agree as far as they are known.
 */
export const duplicateReasons = ['name', 'phone', 'both', 'swapped', 'spelling', 'birth', 'period'] as const

export const findProbableDuplicates = endpoint({
  name: 'findProbableDuplicates',
  summary:
    'Patients with the same birth date and a name that is the same, swapped or one letter off, or the same phone',
  method: 'POST',
  path: '/patients/duplicates',
  permission: 'patient.edit',
  kind: 'read',
  namesPatients: true,
  body: z.strictObject({
    firstName: text(100).optional(),
    lastName: text(100).optional(),
    dateOfBirth: Day.optional(),
    birthPrecision: PatientForm.shape.birthPrecision,
    contactNumber: text(40).optional(),
  }),
  reply: z.array(PatientIdentity.extend({ because: z.enum(duplicateReasons) })),
})

export const auditWords = {
  registerPatient: 'registered the patient',
  findProbableDuplicates: 'possible duplicates',
}
