import type { z } from 'zod'
import {
  addStorageLocation,
  deleteStorageLocation,
  editStorageLocation,
  StorageLocation,
  StorageLocationForm,
} from '../../../contract/store/storage-locations.ts'
import {
  addSupplier,
  deleteSupplier,
  editSupplier,
  Supplier,
  SupplierForm,
} from '../../../contract/store/suppliers.ts'
import { api } from '../../ground/client/api.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'

/** The common fields of suppliers and storage locations, which share one screen. */
export interface StoreListEntry {
  id: string
  name: string
  contact?: string | null
  email?: string | null
  version: number
}

/** As it is typed; only a supplier has a contact and an e-mail address. */
export interface EntryValues {
  name: string
  contact?: string
  email?: string
}

/** The fields that an edit can change, in the order and words of the form. */
export const entryFields = {
  name: { label: 'Name' },
  contact: { label: 'Contact' },
  email: { label: 'E-mail for orders' },
} satisfies RecordFields<EntryValues>

export interface StoreListKind {
  thing: 'supplier' | 'storage location'
  /** As buttons say it. */
  title: 'Supplier' | 'Storage Location'
  things: 'suppliers' | 'storage locations'
  /** The message of an empty list. */
  purpose: string
  scope: 'suppliers' | 'storage-locations'
  /** Converts the form values to the request. */
  form: z.ZodType
  entry: z.ZodType<StoreListEntry>
  valuesOf: (entry?: StoreListEntry) => EntryValues
  add: (body: unknown, idempotencyKey: string) => Promise<StoreListEntry>
  edit: (body: unknown, base: StoreListEntry) => Promise<StoreListEntry>
  remove: (entry: StoreListEntry) => Promise<{ id: string }>
}

export const supplierKind: StoreListKind = {
  thing: 'supplier',
  title: 'Supplier',
  things: 'suppliers',
  purpose: 'Suppliers used on items, deliveries and orders.',
  scope: 'suppliers',
  form: SupplierForm,
  entry: Supplier,
  valuesOf: (entry) => ({
    name: entry?.name ?? '',
    contact: entry?.contact ?? '',
    email: entry?.email ?? '',
  }),
  add: (body, idempotencyKey) => api(addSupplier, { body: SupplierForm.parse(body) }, { idempotencyKey }),
  edit: (body, { id, version }) =>
    api(editSupplier, { params: { id }, body: SupplierForm.parse(body) }, { version }),
  remove: ({ id }) => api(deleteSupplier, { params: { id } }),
}

export const locationKind: StoreListKind = {
  thing: 'storage location',
  title: 'Storage Location',
  things: 'storage locations',
  purpose: 'Where items are kept.',
  scope: 'storage-locations',
  form: StorageLocationForm,
  entry: StorageLocation,
  valuesOf: (entry) => ({ name: entry?.name ?? '' }),
  add: (body, idempotencyKey) =>
    api(addStorageLocation, { body: StorageLocationForm.parse(body) }, { idempotencyKey }),
  edit: (body, { id, version }) =>
    api(editStorageLocation, { params: { id }, body: StorageLocationForm.parse(body) }, { version }),
  remove: ({ id }) => api(deleteStorageLocation, { params: { id } }),
}
