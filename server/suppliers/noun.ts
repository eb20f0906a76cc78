import type { Noun } from '../http/noun.ts'
import { supplierRoutes } from './routes.ts'

export const suppliers = {
  routes: supplierRoutes,
  live: { supplier: 'inventory.view' },
  constraints: {
    supplier_name_once: { code: 'name_taken', detail: 'This name is in the list already.', path: 'name' },
  },
} satisfies Noun
