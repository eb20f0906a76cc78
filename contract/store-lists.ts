import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, optionalText, requiredText } from './fields.ts'

/** The store's two small lists: whom it buys from, and where it keeps things. */

export const Supplier = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string().nullable(),
  version: z.number().int(),
})
export type Supplier = z.infer<typeof Supplier>
export const StorageLocation = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
})
export type StorageLocation = z.infer<typeof StorageLocation>

const name = requiredText('Name is required', 200)
export const SupplierForm = z.strictObject({ name, contact: optionalText(500) })
export const StorageLocationForm = z.strictObject({ name })

const byId = z.strictObject({ id: Id })
const deleted = z.object({ id: z.string() })

export const listSuppliers = endpoint({
  name: 'listSuppliers',
  summary: 'Suppliers by name',
  method: 'GET',
  path: '/suppliers',
  permission: 'inventory.view',
  kind: 'read',
  reply: z.array(Supplier),
})
export const addSupplier = endpoint({
  name: 'addSupplier',
  summary: 'Add a supplier',
  method: 'POST',
  path: '/suppliers',
  permission: 'inventory.change',
  kind: 'create',
  body: SupplierForm,
  reply: Supplier,
  errors: ['name_taken'],
})
export const editSupplier = endpoint({
  name: 'editSupplier',
  summary: 'Change a supplier’s name or contact',
  method: 'PUT',
  path: '/suppliers/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: SupplierForm,
  reply: Supplier,
  errors: ['name_taken'],
})
export const deleteSupplier = endpoint({
  name: 'deleteSupplier',
  summary: 'Delete a supplier that no item, batch or order names',
  method: 'DELETE',
  path: '/suppliers/{id}',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: deleted,
  errors: ['in_use'],
})

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
  body: StorageLocationForm,
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
  reply: deleted,
  errors: ['in_use'],
})
