import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

export const scopes = {
  'storage-locations': { summary: 'The store’s locations', permission: 'inventory.view' },
} as const satisfies Record<string, ScopeKind>

/** A place in which the store keeps items. */
export const StorageLocation = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
})
export type StorageLocation = z.infer<typeof StorageLocation>

export const StorageLocationForm = z.strictObject({ name: requiredText('Name is required', 200) })

export const listStorageLocations = endpoint({
  name: 'listStorageLocations',
  summary: 'Storage locations by name',
  method: 'GET',
  path: '/storage-locations',
  permission: 'inventory.view',
  kind: 'read',
  reply: z.array(StorageLocation),
})
export const addStorageLocation = endpoint({
  name: 'addStorageLocation',
  summary: 'Add a storage location',
  method: 'POST',
  path: '/storage-locations',
  permission: 'inventory.change',
  kind: 'create',
  body: StorageLocationForm,
  reply: StorageLocation,
  errors: ['name_taken'],
})
export const editStorageLocation = endpoint({
  name: 'editStorageLocation',
  summary: 'Rename a storage location',
  method: 'PUT',
  path: '/storage-locations/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: editOf(StorageLocationForm),
  reply: StorageLocation,
  errors: ['name_taken'],
})
export const deleteStorageLocation = endpoint({
  name: 'deleteStorageLocation',
  summary: 'Delete a storage location that no item names',
  method: 'DELETE',
  path: '/storage-locations/{id}',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['in_use'],
})

export const auditWords = {
  addStorageLocation: 'added a storage location',
  editStorageLocation: 'edited a storage location',
  deleteStorageLocation: 'deleted a storage location',
}
