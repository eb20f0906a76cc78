import { birthWords } from '../../../../contract/people/birth/birth.ts'
import type { MergedCounts, MergedField, MergedKind } from '../../../../contract/people/duplicates/merges.ts'
import { genderNames, type Patient } from '../../../../contract/people/patients.ts'
import { countOf } from '../../../ground/ui/format.ts'

const kinds: Record<MergedKind, [one: string, more: string]> = {
  allergies: ['allergy', 'allergies'],
  problems: ['problem', 'problems'],
  medications: ['medication', 'medications'],
  visitNotes: ['visit note', 'visit notes'],
  vitalSigns: ['set of vital signs', 'sets of vital signs'],
  appointments: ['appointment', 'appointments'],
  admissions: ['admission', 'admissions'],
  movements: ['issue from the store', 'issues from the store'],
  identifiers: ['identifier', 'identifiers'],
  contacts: ['contact', 'contacts'],
  coverage: ['coverage', 'coverages'],
}

/** '2 allergies, 1 visit note'; 'nothing' */
export function countWords(counts: MergedCounts): string {
  return counts.map(({ kind, count }) => countOf(count, ...kinds[kind])).join(', ') || 'nothing'
}

export const fieldLabels: Record<MergedField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  contactNumber: 'Contact number',
  email: 'E-mail',
  address: 'Address',
  bloodGroup: 'Blood group',
  medicalHistory: 'Medical history',
}

export function valueWords(
  field: MergedField,
  record: Pick<Patient, MergedField | 'birthPrecision'>,
): string | null {
  if (field === 'dateOfBirth') return birthWords(record)
  if (field === 'gender') return genderNames[record.gender]
  return record[field]
}
