import { z } from 'zod'
import { optionalLines, optionalText, requiredText } from '../api/fields.ts'
import { optionalReference } from '../api/references.ts'

/** The form of a contact: next of kin, a guardian, or anybody else to call for a patient (record 96). */

export const relationships = [
  'SPOUSE',
  'PARTNER',
  'MOTHER',
  'FATHER',
  'SON',
  'DAUGHTER',
  'BROTHER',
  'SISTER',
  'GRANDPARENT',
  'GRANDCHILD',
  'AUNT_OR_UNCLE',
  'OTHER_RELATIVE',
  'LEGAL_GUARDIAN',
  'FOSTER_PARENT',
  'CARER',
  'FRIEND',
  'NEIGHBOUR',
  'OTHER',
] as const
export const Relationship = z.enum(relationships, { error: 'Relationship is required' })
export type Relationship = z.output<typeof Relationship>
export const relationshipNames: Record<Relationship, string> = {
  SPOUSE: 'Spouse',
  PARTNER: 'Partner',
  MOTHER: 'Mother',
  FATHER: 'Father',
  SON: 'Son',
  DAUGHTER: 'Daughter',
  BROTHER: 'Brother',
  SISTER: 'Sister',
  GRANDPARENT: 'Grandparent',
  GRANDCHILD: 'Grandchild',
  AUNT_OR_UNCLE: 'Aunt or uncle',
  OTHER_RELATIVE: 'Other relative',
  LEGAL_GUARDIAN: 'Legal guardian',
  FOSTER_PARENT: 'Foster parent',
  CARER: 'Carer',
  FRIEND: 'Friend',
  NEIGHBOUR: 'Neighbour',
  OTHER: 'Other',
}

/** The most contacts that count for one patient; the database has the same rule. */
export const mostContacts = 20
/** A guardian is suggested for younger patients. */
export const ageOfMajority = 18

export const longestContactName = 200
export const longestRelationshipDetail = 100

/** The messages of rules that the database has too. */
export const otherNeedsWords = 'Enter the relationship'
export const emergencyNeedsPhone = 'An emergency contact needs a phone number'
const needsDigits = 'Phone must contain digits'

export const ContactForm = z.strictObject({
  name: requiredText('Contact’s name is required', longestContactName),
  relationship: Relationship,
  /** In words, beside the relationship: 'Cousin'. `OTHER` needs it. */
  relationshipDetail: optionalText(longestRelationshipDetail),
  phone: optionalText(40)
    .refine((typed) => typed === null || /^\+?[\d\s().\-/#*a-zA-Z]*$/.test(typed), needsDigits)
    .refine((typed) => typed === null || /\d/.test(typed), needsDigits),
  address: optionalLines(500),
  isEmergency: z.boolean(),
  isGuardian: z.boolean(),
  /** The contact’s own record, if they are a patient here. */
  otherPatientId: optionalReference('patient'),
})
export type ContactForm = z.output<typeof ContactForm>

/** A contact of somebody who is being registered; their own record is linked later. */
export const FirstContact = ContactForm.omit({ otherPatientId: true })
export type FirstContact = z.output<typeof FirstContact>

/** The problems of a form as a whole, each with its field and message. */
export function contactProblems(form: FirstContact): { path: keyof FirstContact; message: string }[] {
  return [
    ...(form.relationship === 'OTHER' && form.relationshipDetail === null
      ? [{ path: 'relationshipDetail', message: otherNeedsWords } as const]
      : []),
    ...(form.isEmergency && form.phone === null
      ? [{ path: 'phone', message: emergencyNeedsPhone } as const]
      : []),
  ]
}

/** 'Mother', 'Other relative: cousin', or the words alone where there is no standard term. */
export function relationshipWords({
  relationship,
  relationshipDetail: words,
}: Pick<ContactForm, 'relationship' | 'relationshipDetail'>): string {
  const name = relationshipNames[relationship]
  if (!words) return name
  return relationship === 'OTHER' ? words : `${name}: ${words}`
}
