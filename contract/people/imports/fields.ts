import { fold } from '../../fold.ts'
import { guessBloodGroup, guessGender } from './values.ts'

/** The fields of the patients that an import brings, and the columns that are taken for them. */

export const patientFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'gender',
  'contactNumber',
  'email',
  'address',
  'bloodGroup',
  'allergies',
  'medicalHistory',
] as const
export type PatientField = (typeof patientFields)[number]

export const patientFieldNames: Record<PatientField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  contactNumber: 'Contact number',
  email: 'E-mail',
  address: 'Address',
  bloodGroup: 'Blood group',
  allergies: 'Allergies',
  medicalHistory: 'Medical history',
}

/** Without a column or a constant for each of these nothing can be checked. */
export const requiredFields: readonly PatientField[] = ['firstName', 'lastName', 'dateOfBirth', 'gender']
/** One value of these can hold for every row, where the file has no column for it. */
export const constantFields = ['gender'] as const satisfies readonly PatientField[]
/** Several columns together are one value: 'Street', 'Town' and 'Postcode' an address, on lines in their order. */
export const joinedFields: readonly PatientField[] = ['address', 'allergies', 'medicalHistory']
/** The values of these are mapped, each to one of a fixed list. */
export const mappedFields = ['gender', 'bloodGroup'] as const satisfies readonly PatientField[]

/** The field of an identifier in one of the hospital's systems. */
export const identifierField = (systemId: string) => `identifier:${systemId}` as const
export const systemOfField = (field: string) =>
  field.startsWith('identifier:') ? field.slice('identifier:'.length) : null

/** Headers by which the column of each is known. */
export const patientWords: Record<PatientField, readonly string[]> = {
  firstName: [
    'first name',
    'given name',
    'given names',
    'forename',
    'forenames',
    'christian name',
    'fname',
    'first',
    'patient first name',
    'prenom',
    'vorname',
    'nombre',
  ],
  lastName: [
    'last name',
    'surname',
    'family name',
    'lname',
    'last',
    'second name',
    'patient last name',
    'patient surname',
    'nom',
    'nachname',
    'apellido',
    'apellidos',
  ],
  dateOfBirth: [
    'date of birth',
    'dob',
    'd o b',
    'birth date',
    'birthdate',
    'birthday',
    'born',
    'born on',
    'date birth',
    'patient dob',
    'date de naissance',
    'geburtsdatum',
    'fecha de nacimiento',
  ],
  gender: [
    'gender',
    'sex',
    'm f',
    'patient sex',
    'patient gender',
    'administrative gender',
    'sexe',
    'geschlecht',
    'sexo',
  ],
  contactNumber: [
    'contact number',
    'phone',
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'tel no',
    'phone no',
    'contact',
    'contact no',
    'mobile',
    'mobile number',
    'mobile phone',
    'mobile no',
    'cell',
    'cell phone',
    'home phone',
    'telefon',
    'telefono',
  ],
  email: ['email', 'e mail', 'email address', 'e mail address', 'mail'],
  address: [
    'address',
    'home address',
    'postal address',
    'full address',
    'residential address',
    'street',
    'street address',
    'address line 1',
    'address 1',
    'address line 2',
    'address 2',
    'address line 3',
    'address 3',
    'house',
    'village',
    'town',
    'city',
    'district',
    'county',
    'state',
    'province',
    'region',
    'postcode',
    'post code',
    'zip',
    'zip code',
    'postal code',
    'pin code',
    'pincode',
    'country',
    'adresse',
    'direccion',
  ],
  bloodGroup: ['blood group', 'blood type', 'bloodgroup', 'bloodtype', 'abo', 'blood', 'bg'],
  allergies: [
    'allergies',
    'allergy',
    'allergen',
    'allergens',
    'known allergies',
    'drug allergies',
    'drug allergy',
    'food allergies',
    'allergies and reactions',
    'allergy 1',
    'allergy 2',
    'allergy 3',
  ],
  medicalHistory: [
    'medical history',
    'history',
    'past medical history',
    'pmh',
    'medical notes',
    'remarks',
    'notes',
    'comments',
  ],
}

/** 'Date_of-Birth ', 'dateOfBirth' → 'date of birth' */
export function headerWords(header: string): string {
  const apart = header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return fold(apart)
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

/** The meaning of a value of a mapped field; undefined where a person has to say. */
export function guessValue(field: string, typed: string): string | undefined {
  if (field === 'gender') return guessGender(typed)
  return field === 'bloodGroup' ? guessBloodGroup(typed) : undefined
}

/** Two files with the same columns in the same order have the same key, however they write their headers. */
export const headerKey = (headers: readonly string[]) => headers.map(headerWords).join('|')
