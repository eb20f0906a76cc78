import type { z } from 'zod'
import {
  ContactForm,
  contactProblems,
  FirstContact,
  type Relationship,
  relationshipNames,
} from '../../../../contract/people/contact-form.ts'
import type { Contact } from '../../../../contract/people/contacts.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'

/** The values of the fields that a registration has too. */
export interface FirstContactValues {
  name: string
  relationship: Relationship | null
  relationshipDetail: string
  phone: string
  address: string
  isEmergency: boolean
  isGuardian: boolean
}
/** The form’s values while it is filled in. */
export interface ContactValues extends FirstContactValues {
  otherPatientId: string | null
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')

export const contactFields = {
  name: { label: 'Name' },
  relationship: { label: 'Relationship', words: (one: Relationship | null) => one && relationshipNames[one] },
  relationshipDetail: { label: 'In other words' },
  phone: { label: 'Phone' },
  address: { label: 'Address' },
  isEmergency: { label: 'Emergency contact', words: yesOrNo },
  isGuardian: { label: 'Guardian', words: yesOrNo },
  otherPatientId: { label: 'Own record here', words: (id: string | null) => (id ? 'Linked' : 'None') },
} satisfies RecordFields<ContactValues> & Record<keyof ContactValues, object>

/** @param isEmergency Whether the patient has no emergency contact yet. */
export function blankContact(isEmergency: boolean): FirstContactValues {
  return {
    name: '',
    relationship: null,
    relationshipDetail: '',
    phone: '',
    address: '',
    isEmergency,
    isGuardian: false,
  }
}

export function contactValues(contact: Contact): ContactValues {
  return {
    name: contact.name,
    relationship: contact.relationship,
    relationshipDetail: contact.relationshipDetail ?? '',
    phone: contact.phone ?? '',
    address: contact.address ?? '',
    isEmergency: contact.isEmergency,
    isGuardian: contact.isGuardian,
    otherPatientId: contact.otherPatientId,
  }
}

/** Nothing was entered: the marks alone are no contact. */
export function isBlankContact({
  name,
  relationship,
  relationshipDetail,
  phone,
  address,
}: FirstContactValues): boolean {
  return !relationship && ![name, relationshipDetail, phone, address].some((typed) => typed.trim())
}

function checked<Form extends FirstContact>(form: z.ZodType<Form>) {
  return form.superRefine((filled, context) => {
    for (const { path, message } of contactProblems(filled))
      context.addIssue({ code: 'custom', path: [path], message })
  })
}

export const contactSchema = checked(ContactForm)
export const firstContactSchema = checked(FirstContact)
