import { queryOptions } from '@tanstack/react-query'
import { listStorageLocations } from '../../contract/storage-locations.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import { api } from '../client/api.ts'
import { following } from '../client/live/following.ts'
import { listed } from '../client/live/told.ts'

/** The queries of the store's small lists. */

interface Named {
  id: string
  name: string
}
function byName(one: Named, other: Named): number {
  return one.name.localeCompare(other.name)
}

export const suppliersQuery = queryOptions({
  queryKey: ['supplier', 'list'],
  ...following(['suppliers'], (options) => api(listSuppliers, {}, options), listed(byName)),
})

export const locationsQuery = queryOptions({
  queryKey: ['storage-location', 'list'],
  ...following(['storage-locations'], (options) => api(listStorageLocations, {}, options), listed(byName)),
})
