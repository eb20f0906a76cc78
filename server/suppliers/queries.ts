import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { StorageLocation, StorageLocationForm } from '../../contract/storage-locations.ts'
import type { Supplier, SupplierForm } from '../../contract/suppliers.ts'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/types.ts'

const supplierColumns = ['id', 'name', 'contact', 'version'] as const
const locationColumns = ['id', 'name', 'version'] as const
/** What every edit adds to what it changes. */
const edited = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

export function suppliers(db: Database): Promise<Supplier[]> {
  return db.selectFrom('supplier').select(supplierColumns).orderBy(sql`fold(name)`).execute()
}

export function supplierById(db: Database, id: string): Promise<Supplier | undefined> {
  return db.selectFrom('supplier').select(supplierColumns).where('id', '=', id).executeTakeFirst()
}

export function insertSupplier(trx: Transaction<DB>, form: z.output<typeof SupplierForm>): Promise<Supplier> {
  return trx.insertInto('supplier').values(form).returning(supplierColumns).executeTakeFirstOrThrow()
}

/** Undefined when it is no longer at that version. */
export function updateSupplier(
  trx: Transaction<DB>,
  id: string,
  version: number,
  form: z.output<typeof SupplierForm>,
): Promise<Supplier | undefined> {
  return trx
    .updateTable('supplier')
    .set({ ...form, ...edited })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(supplierColumns)
    .executeTakeFirst()
}

/** The database refuses it while an item, a batch or an order names it; undefined when there is none. */
export function removeSupplier(trx: Transaction<DB>, id: string): Promise<{ id: string } | undefined> {
  return trx.deleteFrom('supplier').where('id', '=', id).returning('id').executeTakeFirst()
}

export function storageLocations(db: Database): Promise<StorageLocation[]> {
  return db.selectFrom('storage_location').select(locationColumns).orderBy(sql`fold(name)`).execute()
}

export function storageLocationById(db: Database, id: string): Promise<StorageLocation | undefined> {
  return db.selectFrom('storage_location').select(locationColumns).where('id', '=', id).executeTakeFirst()
}

export function insertStorageLocation(
  trx: Transaction<DB>,
  form: z.output<typeof StorageLocationForm>,
): Promise<StorageLocation> {
  return trx.insertInto('storage_location').values(form).returning(locationColumns).executeTakeFirstOrThrow()
}

/** Undefined when it is no longer at that version. */
export function updateStorageLocation(
  trx: Transaction<DB>,
  id: string,
  version: number,
  form: z.output<typeof StorageLocationForm>,
): Promise<StorageLocation | undefined> {
  return trx
    .updateTable('storage_location')
    .set({ ...form, ...edited })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(locationColumns)
    .executeTakeFirst()
}

/** The database refuses it while an item names it; undefined when there is none. */
export function removeStorageLocation(trx: Transaction<DB>, id: string): Promise<{ id: string } | undefined> {
  return trx.deleteFrom('storage_location').where('id', '=', id).returning('id').executeTakeFirst()
}
