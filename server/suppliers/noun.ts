import type { Noun } from '../http/noun.ts'
import { nameTaken } from '../records/record.ts'
import { supplierRoutes } from './routes.ts'

export const suppliers = {
  routes: supplierRoutes,
  live: { supplier: 'inventory.view' },
  constraints: { supplier_name_once: nameTaken },
} satisfies Noun
