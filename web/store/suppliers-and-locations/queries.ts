import { queryOptions } from '@tanstack/react-query'
import { listStorageLocations } from '../../../contract/store/storage-locations.ts'
import { listSuppliers } from '../../../contract/store/suppliers.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { listed } from '../../ground/client/live/record-events.ts'

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
