import { sql } from 'kysely'
import { mostUnits } from '../../../contract/wards/units.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { nameTaken } from '../../ground/records/record.ts'
import { unitRoutes } from './routes.ts'

export const units = {
  routes: unitRoutes,
  named: sql`select id, name from unit`,
  live: { stale: { units: { unit: always } } },
  constraints: {
    unit_name_once: { ...nameTaken, detail: 'Another ward has this name.' },
    units_at_most_100: {
      code: 'too_many_units',
      detail: `A hospital has ${mostUnits} open wards at most. Close or merge some that are no longer used.`,
    },
    unit_one_of_ward: {
      code: 'last_unit_of_ward',
      detail: 'This is the last ward of its kind. Rename it, or add another of the kind first.',
    },
    staff_unit_is_open: {
      code: 'invalid_input',
      detail: 'This ward doesn’t exist or has been closed. Choose another.',
      path: 'unitId',
    },
    unit_not_into_itself: {
      code: 'invalid_input',
      detail: 'Choose another ward than this one.',
      path: 'intoId',
    },
  },
} satisfies Noun
