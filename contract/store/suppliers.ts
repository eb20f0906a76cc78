import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, optionalEmail, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

export const scopes = {
  suppliers: { summary: 'The store’s suppliers', permission: 'inventory.view' },
} as const satisfies Record<string, ScopeKind>

export const Supplier = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string().nullable(),
  /** Where orders are e-mailed to. */
  email: z.string().nullable(),
  version: z.number().int(),
})
export type Supplier = z.infer<typeof Supplier>

export const SupplierForm = z.strictObject({
  name: requiredText('Name is required', 200),
  contact: optionalText(500),
  email: optionalEmail,
})

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
  summary: 'Change a supplier’s name, contact or e-mail',
  method: 'PUT',
  path: '/suppliers/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: editOf(SupplierForm),
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
  reply: z.object({ id: z.string() }),
  errors: ['in_use'],
})

export const auditWords = {
  addSupplier: 'added a supplier',
  editSupplier: 'edited a supplier',
  deleteSupplier: 'deleted a supplier',
}
