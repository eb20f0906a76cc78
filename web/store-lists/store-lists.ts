import type { z } from 'zod'
import {
  addStorageLocation,
  deleteStorageLocation,
  editStorageLocation,
  StorageLocation,
  StorageLocationForm,
} from '../../contract/storage-locations.ts'
import {
  addSupplier,
  deleteSupplier,
  editSupplier,
  Supplier,
  SupplierForm,
} from '../../contract/suppliers.ts'
import { api } from '../client/api.ts'
import { locationsQuery, suppliersQuery } from './queries.ts'

/** The store's small lists, which are kept in a dialog of the inventory list. */
export const storeListNames = ['suppliers', 'locations'] as const
export type StoreListName = (typeof storeListNames)[number]

/** What both of the store's lists have in common, so that one screen keeps either. */
export interface StoreListEntry {
  id: string
  name: string
  contact?: string | null
  version: number
}

/** As it is typed; only a supplier has a contact. */
export interface EntryValues {
  name: string
  contact?: string
  /** What the edit began from. */
  version?: number
}

export interface StoreListKind {
  thing: 'supplier' | 'storage location'
  /** As buttons say it. */
  title: 'Supplier' | 'Storage Location'
  things: 'suppliers' | 'storage locations'
  /** What stands in an empty list. */
  purpose: string
  queryKey: readonly string[]
  form: z.ZodType
  entry: z.ZodType<StoreListEntry>
  valuesOf: (entry?: StoreListEntry) => EntryValues
  add: (values: EntryValues, idempotencyKey: string) => Promise<StoreListEntry>
  edit: (id: string, values: EntryValues) => Promise<StoreListEntry>
  remove: (entry: StoreListEntry) => Promise<unknown>
}

export const supplierKind: StoreListKind = {
  thing: 'supplier',
  title: 'Supplier',
  things: 'suppliers',
  purpose: 'Whoever the store buys from stands here, to be chosen for items, deliveries and orders.',
  queryKey: suppliersQuery.queryKey,
  form: SupplierForm.strip(),
  entry: Supplier,
  valuesOf: (entry) => ({ name: entry?.name ?? '', contact: entry?.contact ?? '', version: entry?.version }),
  add: (values, idempotencyKey) =>
    api(addSupplier, { body: SupplierForm.strip().parse(values) }, { idempotencyKey }),
  edit: (id, { version, ...values }) =>
    api(editSupplier, { params: { id }, body: SupplierForm.parse(values) }, { version }),
  remove: ({ id }) => api(deleteSupplier, { params: { id } }),
}

export const locationKind: StoreListKind = {
  thing: 'storage location',
  title: 'Storage Location',
  things: 'storage locations',
  purpose: 'Rooms, cupboards and shelves stand here, so that an item says where it is kept.',
  queryKey: locationsQuery.queryKey,
  form: StorageLocationForm.strip(),
  entry: StorageLocation,
  valuesOf: (entry) => ({ name: entry?.name ?? '', version: entry?.version }),
  add: (values, idempotencyKey) =>
    api(addStorageLocation, { body: StorageLocationForm.strip().parse(values) }, { idempotencyKey }),
  edit: (id, { version, ...values }) =>
    api(editStorageLocation, { params: { id }, body: StorageLocationForm.parse(values) }, { version }),
  remove: ({ id }) => api(deleteStorageLocation, { params: { id } }),
}
