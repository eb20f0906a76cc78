import { queryOptions } from '@tanstack/react-query'
import { listStorageLocations } from '../../contract/storage-locations.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import { api } from '../client/api.ts'

/** What the screens read of the store's small lists. Every key begins with its noun, where live changes find it. */

export const suppliersQuery = queryOptions({
  queryKey: ['supplier', 'list'],
  queryFn: ({ signal }) => api(listSuppliers, {}, { signal }),
})

export const locationsQuery = queryOptions({
  queryKey: ['storage-location', 'list'],
  queryFn: ({ signal }) => api(listStorageLocations, {}, { signal }),
})
