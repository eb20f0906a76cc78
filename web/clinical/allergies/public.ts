/** Allergy entries, for the screens of other nouns; the list itself belongs to the patient. */
export { AllergyEntries } from './AllergyEntries.tsx'
export { writtenAllergy } from './written-allergy.tsx'
