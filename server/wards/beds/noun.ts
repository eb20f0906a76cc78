import { sql } from 'kysely'
import type { Noun } from '../../ground/http/noun.ts'
import { live } from './live.ts'
import { bedRoutes } from './routes.ts'

export const beds = {
  routes: bedRoutes,
  live,
  constraints: {
    bed_number_once: { code: 'bed_number_taken', detail: 'Another bed already has this number.' },
  },
  named: sql`select id, 'Bed ' || bed_number from bed`,
} satisfies Noun
