import type { Noun } from '../http/noun.ts'
import { nameTaken } from '../records/record.ts'
import { storageLocationRoutes } from './routes.ts'

export const storageLocations = {
  routes: storageLocationRoutes,
  live: { 'storage-location': 'inventory.view' },
  constraints: { storage_location_name_once: nameTaken },
} satisfies Noun
