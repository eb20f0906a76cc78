import type { FastifyInstance } from 'fastify'
import {
  addStorageLocation,
  deleteStorageLocation,
  editStorageLocation,
  listStorageLocations,
} from '../../contract/storage-locations.ts'
import { addSupplier, deleteSupplier, editSupplier, listSuppliers } from '../../contract/suppliers.ts'
import type { Database } from '../db/connect.ts'
import { changedFields, lastChangeOf } from '../http/audit-trail.ts'
import { Refusal, violatedConstraint } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import * as queries from './queries.ts'

export function storeListRoutes(app: FastifyInstance) {
  serve(app, listSuppliers, async ({ db }) => queries.suppliers(db))

  serve(app, addSupplier, async ({ transact, body }) => {
    return transact(async (trx, audit) => {
      audit.changes = { added: body.name }
      return queries.insertSupplier(trx, body).catch(nameRefusal)
    })
  })

  serve(app, editSupplier, async ({ trx, params, body, version, audit }) => {
    const before = found(await queries.supplierById(trx, params.id), 'supplier')
    const after = await queries.updateSupplier(trx, params.id, version, body).catch(nameRefusal)
    if (!after) throw await stale(trx, await queries.supplierById(trx, params.id), 'supplier')
    audit.changes = changedFields(before, after)
    return after
  })

  serve(app, deleteSupplier, async ({ trx, params, audit }) => {
    const { name } = found(await queries.supplierById(trx, params.id), 'supplier')
    audit.changes = { deleted: name }
    const deleted = await queries.removeSupplier(trx, params.id).catch((error: unknown) => {
      throw useRefusal(error, name)
    })
    return found(deleted, 'supplier')
  })

  serve(app, listStorageLocations, async ({ db }) => queries.storageLocations(db))

  serve(app, addStorageLocation, async ({ transact, body }) => {
    return transact(async (trx, audit) => {
      audit.changes = { added: body.name }
      return queries.insertStorageLocation(trx, body).catch(nameRefusal)
    })
  })

  serve(app, editStorageLocation, async ({ trx, params, body, version, audit }) => {
    const before = found(await queries.storageLocationById(trx, params.id), 'storage location')
    const after = await queries.updateStorageLocation(trx, params.id, version, body).catch(nameRefusal)
    if (!after) throw await stale(trx, await queries.storageLocationById(trx, params.id), 'storage location')
    audit.changes = changedFields(before, after)
    return after
  })

  serve(app, deleteStorageLocation, async ({ trx, params, audit }) => {
    const { name } = found(await queries.storageLocationById(trx, params.id), 'storage location')
    audit.changes = { deleted: name }
    const deleted = await queries.removeStorageLocation(trx, params.id).catch((error: unknown) => {
      throw useRefusal(error, name)
    })
    return found(deleted, 'storage location')
  })
}

type Thing = 'supplier' | 'storage location'

function found<Row>(row: Row | undefined, thing: Thing): Row {
  if (!row) throw new Refusal('not_found', `This ${thing} is no longer in the list.`)
  return row
}

async function stale(db: Database, row: { id: string } | undefined, thing: Thing): Promise<Refusal> {
  const current = found(row, thing)
  const change = await lastChangeOf(db, current.id)
  return new Refusal(
    'stale_version',
    `Somebody else changed this ${thing} meanwhile. Nothing of yours is lost.`,
    { current, ...(change && { changedBy: change.by, changedAt: change.at }) },
  )
}

function nameRefusal(error: unknown): never {
  const taken = ['supplier_name_once', 'storage_location_name_once'].includes(violatedConstraint(error) ?? '')
  if (!taken) throw error
  const sentence = 'This name is in the list already.'
  throw new Refusal('name_taken', sentence, { errors: [{ path: 'name', message: sentence }] })
}

/** What keeps a name in its list, by the foreign key that holds it there. Deleted items stay on record with theirs. */
const uses: Record<string, string> = {
  inventory_item_supplier_id_fkey: 'items of the store, or deleted ones on record, have it as their supplier',
  batch_supplier_id_fkey: 'batches on record came from it',
  purchase_order_supplier_id_fkey: 'purchase orders are addressed to it',
  inventory_item_location_id_fkey: 'items of the store, or deleted ones on record, are kept there',
}

function useRefusal(error: unknown, name: string): unknown {
  const use = uses[violatedConstraint(error) ?? '']
  return use ? new Refusal('in_use', `${name} can’t be deleted: ${use}.`) : error
}
