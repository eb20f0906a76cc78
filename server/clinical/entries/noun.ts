import type { Noun } from '../../ground/http/noun.ts'

/** The constraints that all kinds of clinical entry share; each kind is a noun of its own. */
export const clinicalEntries = {
  routes() {},
  constraints: {
    clinical_entry_needs_patient: {
      code: 'not_found',
      detail: 'This patient’s record doesn’t exist or has been removed.',
    },
    clinical_entry_before_death: {
      code: 'patient_deceased',
      detail: 'This is after the patient’s recorded death. Enter an earlier time.',
      path: 'takenAt',
    },
    clinical_entry_after_birth: {
      code: 'invalid_input',
      detail: 'This is before the patient’s birth. Enter a later time.',
      path: 'takenAt',
    },
    clinical_entry_not_in_future: {
      code: 'invalid_input',
      detail: 'The time can’t be in the future',
      path: 'takenAt',
    },
    clinical_entry_struck_once: {
      code: 'entry_struck',
      detail: 'This entry is already marked as entered in error.',
    },
  },
} satisfies Noun
