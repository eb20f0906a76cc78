import { sql } from 'kysely'
import type { Noun } from '../../ground/http/noun.ts'
import { live } from './live.ts'
import { patientRoutes } from './routes.ts'

export const patients = {
  routes: patientRoutes,
  live,
  constraints: {
    patient_mrn_once: { code: 'conflict', detail: 'That MRN was just given to someone else. Try again.' },
    patient_birth_is_first_day: {
      code: 'invalid_input',
      detail: 'A month is given as its first day, and a year as its 1 January.',
      path: 'dateOfBirth',
    },
    patient_born_before_record: {
      code: 'invalid_input',
      detail:
        'The record has an entry, a visit, an admission or an issue from before this day. Check the date, or strike through what is wrong on the record first.',
      path: 'dateOfBirth',
    },
  },
  named: sql`select id, first_name || ' ' || last_name from patient`,
} satisfies Noun
