import { sql } from 'kysely'
import type { Noun } from '../../ground/http/noun.ts'
import { live } from './live.ts'
import { bedRoutes } from './routes.ts'

export const beds = {
  routes: bedRoutes,
  live,
  constraints: {
    bed_number_once: { code: 'bed_number_taken', detail: 'Another bed already has this number.' },
    bed_unit_of_ward: {
      code: 'invalid_input',
      detail: 'Choose another ward. This one is of another kind, or no longer exists.',
      path: 'unitId',
    },
    bed_unit_is_open: {
      code: 'invalid_input',
      detail: 'This ward has been closed. Choose another.',
      path: 'unitId',
    },
  },
  named: sql`select id, 'Bed ' || bed_number from bed`,
} satisfies Noun
