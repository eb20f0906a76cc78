import type { Noun } from '../noun.ts'
import { storeListRoutes } from './routes.ts'

export const suppliers = {
  routes: storeListRoutes,
  live: { supplier: 'inventory.view', 'storage-location': 'inventory.view' },
} satisfies Noun
