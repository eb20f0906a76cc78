import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import {
  addInventoryItem,
  deleteInventoryItem,
  editInventoryItem,
  exportInventoryItems,
  type InventoryItem,
  listAvailability,
  listInventoryItems,
  listInventoryItemsOfCategory,
  listLowStock,
  readInventoryItem,
  summarizeInventory,
} from '../../contract/inventory-items.ts'
import { may } from '../../contract/permissions.ts'
import {
  listBatches,
  listMovements,
  listStockAlerts,
  type Movement,
  moveStock,
  openingBatch,
  readStockHistory,
} from '../../contract/stock.ts'
import type { Database } from '../db/connect.ts'
import { changedFields, lastChangeOf } from '../http/audit-trail.ts'
import { invalidField, Refusal, violatedConstraint } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import type { SignedIn } from '../http/session.ts'
import * as movements from './movements.ts'
import * as queries from './queries.ts'

export function inventoryRoutes(app: FastifyInstance) {
  serve(app, listInventoryItems, async ({ db, query }) => {
    const { page, limit, cursor, ...filter } = query
    return queries.itemPage(db, filter, { page, limit, cursor })
  })

  serve(app, exportInventoryItems, async ({ db, query }) => itemsAsCsv(queries.itemStream(db, query)))

  serve(app, summarizeInventory, async ({ db }) => {
    const figures = await queries.storeFigures(db)
    const sum = (of: 'items' | 'low' | 'value') => figures.reduce((total, figure) => total + figure[of], 0)
    const itemsOf = (category: InventoryItem['category']) =>
      figures.find((figure) => figure.category === category)?.items ?? 0
    return {
      totalItems: sum('items'),
      totalValue: Math.round(sum('value') * 100) / 100,
      lowStock: sum('low'),
      byCategory: {
        MEDICINE: itemsOf('MEDICINE'),
        EQUIPMENT: itemsOf('EQUIPMENT'),
        SUPPLIES: itemsOf('SUPPLIES'),
      },
    }
  })

  serve(app, listLowStock, async ({ db }) => queries.lowItems(db))
  serve(app, listAvailability, async ({ db, query }) => queries.availability(db, query.search))
  serve(app, listStockAlerts, async ({ db }) => queries.openAlerts(db))

  serve(app, listInventoryItemsOfCategory, async ({ db, params, query }) => {
    return queries.itemPage(db, { category: params.category, sort: 'name', direction: 'asc' }, query)
  })

  serve(app, readInventoryItem, async ({ db, params }) => found(await queries.itemById(db, params.id)))

  serve(app, addInventoryItem, async ({ transact, body, staff, today }) => {
    const { quantity, batchNumber, expiryDate, ...fields } = body
    const day = await today()
    return transact(async (trx, audit) => {
      const id = await queries.insertItem(trx, fields).catch((error: unknown) => {
        throw fieldRefusal(error, body.name)
      })
      const item = found(await queries.itemById(trx, id))
      if (quantity > 0) {
        const opening = {
          quantity,
          batchNumber: batchNumber ?? openingBatch,
          expiryDate,
          supplierId: fields.supplierId,
          reason: 'Opening stock',
        }
        await movements.receiveStock(trx, item, opening, staff.id, day)
      }
      audit.changes = { added: item.name, quantity }
      return found(await queries.itemById(trx, id))
    })
  })

  serve(app, editInventoryItem, async ({ trx, params, body, version, audit }) => {
    const before = found(await queries.itemById(trx, params.id))
    const isDone = await queries.updateItem(trx, params.id, version, body).catch((error: unknown) => {
      throw fieldRefusal(error, body.name)
    })
    if (!isDone) throw await staleItem(trx, params.id)
    const after = found(await queries.itemById(trx, params.id))
    audit.changes = changedFields(before, after)
    return after
  })

  serve(app, deleteInventoryItem, async ({ trx, params, audit }) => {
    const item = found(await queries.itemById(trx, params.id))
    const isRetired = await queries.retireItem(trx, params.id).catch((error: unknown) => {
      throw violatedConstraint(error) === 'item_retired_when_empty' ? hasStock(item) : error
    })
    if (!isRetired) found(undefined)
    audit.changes = { retired: item.name }
    return { id: params.id }
  })

  serve(app, listBatches, async ({ db, params }) => {
    found(await queries.itemById(db, params.id))
    return queries.batchesOf(db, params.id)
  })

  serve(app, listMovements, async ({ db, params, query, staff, audit }) => {
    found(await queries.itemById(db, params.id))
    const list = await queries.movementPage(db, params.id, query)
    const items = namesFor(staff, list.items)
    audit.patientIds = [
      ...new Set(
        items.flatMap(({ patientId, patientName }) => (patientId && patientName ? [patientId] : [])),
      ),
    ]
    return { ...list, items }
  })

  serve(app, moveStock, async ({ transact, params, body, staff, today }) => {
    const day = await today()
    return transact(async (trx, audit) => {
      const ids = await movements.moveStock(trx, params.id, body, staff.id, day)
      const booked = await queries.movementsById(trx, ids)
      audit.subjectId = params.id
      audit.changes = { [body.kind]: booked.map(({ batchNumber, quantity }) => [batchNumber, quantity]) }
      audit.patientIds = 'patientId' in body && body.patientId ? [body.patientId] : []
      return { item: found(await queries.itemById(trx, params.id)), movements: namesFor(staff, booked) }
    })
  })

  serve(app, readStockHistory, async ({ db, params, query, today, hospital }) => {
    const item = found(await queries.itemById(db, params.id))
    const { timeZone } = await hospital.read()
    return queries.stockHistory(db, item, query.days, await today(), timeZone)
  })
}

function found(item: InventoryItem | undefined): InventoryItem {
  if (!item) throw new Refusal('not_found', 'This item doesn’t exist or has been deleted.')
  return item
}

function fieldRefusal(error: unknown, name: string): unknown {
  switch (violatedConstraint(error)) {
    case 'item_name_once': {
      const sentence = `${name} is in the store already, in the same unit.`
      return new Refusal('inventory_item_name_taken', sentence, {
        errors: [{ path: 'name', message: sentence }],
      })
    }
    // They are chosen from lists, from which another can delete them meanwhile.
    case 'inventory_item_supplier_id_fkey':
      return invalidField('supplierId', 'This supplier is no longer in the list')
    case 'inventory_item_location_id_fkey':
      return invalidField('storageLocationId', 'This storage location is no longer in the list')
    default:
      return error
  }
}

/** The store keeper sees that something went to a patient, not to whom. */
function namesFor(staff: SignedIn, movements: readonly Movement[]): Movement[] {
  return movements.map((movement) => ({
    ...movement,
    patientName: may(staff.role, 'patient.view') ? movement.patientName : null,
  }))
}

function hasStock(item: InventoryItem): Refusal {
  const left = `${item.quantity.toLocaleString('en')} ${item.unit}`
  return new Refusal(
    'inventory_item_has_stock',
    `${left} of ${item.name} are still on the shelf. Issue or dispose of them first.`,
  )
}

async function staleItem(db: Database, id: string): Promise<Refusal> {
  const change = await lastChangeOf(db, id)
  return new Refusal(
    'stale_version',
    'Somebody else changed this item meanwhile. Nothing of yours is lost.',
    {
      current: found(await queries.itemById(db, id)),
      ...(change && { changedBy: change.by, changedAt: change.at }),
    },
  )
}

const columns = [
  'Name',
  'Category',
  'Quantity',
  'Unit',
  'Reorder Level',
  'Status',
  'Cost',
  'Expiry',
  'Supplier',
  'Location',
]

/** The items as CSV, written as they are read; cells that a spreadsheet would run are made harmless. */
function itemsAsCsv(items: AsyncIterable<InventoryItem>): Readable {
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const source = Readable.from(records(items))
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}

async function* records(items: AsyncIterable<InventoryItem>): AsyncGenerator<(string | number)[]> {
  for await (const item of items) {
    yield [
      item.name,
      item.category,
      item.quantity,
      item.unit,
      item.reorderLevel,
      item.status,
      item.cost.toFixed(2),
      item.expiryDate ?? '',
      item.supplier ?? '',
      item.location ?? '',
    ]
  }
}
