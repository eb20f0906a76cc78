/** What other nouns' screens show of allergies beyond what stands with the patient. */
export { AllergyEntries } from './AllergyEntries.tsx'
export { writtenAllergy } from './written-allergy.tsx'
