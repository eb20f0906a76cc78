import type { Noun } from '../http/noun.ts'
import { storageLocationRoutes } from './routes.ts'

export const storageLocations = {
  routes: storageLocationRoutes,
  live: { 'storage-location': 'inventory.view' },
  constraints: {
    storage_location_name_once: {
      code: 'name_taken',
      detail: 'This name is in the list already.',
      path: 'name',
    },
  },
} satisfies Noun
