import type { FastifyInstance } from 'fastify'
import { may } from '../../../contract/permissions.ts'
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
  listPrescribableMedicines,
  readInventoryItem,
  summarizeInventory,
} from '../../../contract/store/items.ts'
import { findRecipient } from '../../../contract/store/recipients.ts'
import {
  exportStoreMovements,
  listBatches,
  listEmptiedBatches,
  listMovements,
  listStockAlerts,
  listStoreMovements,
  type Movement,
  moveStock,
  openingBatch,
  readStockHistory,
  type StoreMovement,
} from '../../../contract/store/stock.ts'
import { wardNames } from '../../../contract/wards/wards.ts'
import { requirePermission } from '../../ground/http/admit.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { serve } from '../../ground/http/serve.ts'
import type { SignedIn } from '../../ground/http/session.ts'
import { type CsvColumns, csvOf } from '../../ground/records/csv.ts'
import { editRecord, recordById, retireRecord, updateRow } from '../../ground/records/record.ts'
import { item } from './item.ts'
import * as ledger from './ledger.ts'
import * as movements from './movements.ts'
import * as queries from './queries.ts'
import { receiveStock } from './receipts.ts'
import { recipientOf } from './recipients.ts'

export function inventoryRoutes(app: FastifyInstance) {
  serve(app, listInventoryItems, async ({ db, query }) => {
    const { page, limit, cursor, ...filter } = query
    return queries.itemPage(db, filter, { page, limit, cursor })
  })

  serve(app, exportInventoryItems, async ({ db, query, audit }) => {
    audit.changes = { exported: query }
    return csvOf(queries.itemStream(db, query), exportColumns)
  })

  serve(app, summarizeInventory, async ({ db }) => {
    const figures = await queries.storeFigures(db)
    const sum = (of: 'items' | 'low' | 'worth') => figures.reduce((total, figure) => total + figure[of], 0)
    const itemsOf = (category: InventoryItem['category']) =>
      figures.find((figure) => figure.category === category)?.items ?? 0
    return {
      totalItems: sum('items'),
      totalValue: Math.round(sum('worth') * 100) / 100,
      lowStock: sum('low'),
      byCategory: {
        MEDICINE: itemsOf('MEDICINE'),
        EQUIPMENT: itemsOf('EQUIPMENT'),
        SUPPLIES: itemsOf('SUPPLIES'),
      },
    }
  })

  serve(app, listLowStock, async ({ db }) => queries.lowItems(db))
  serve(app, listAvailability, async ({ db, query }) => queries.availabilityPage(db, query, query))
  serve(app, listPrescribableMedicines, async ({ db, query }) =>
    queries.prescribableMedicines(db, query.search),
  )
  serve(app, listStockAlerts, async ({ db }) => queries.openAlerts(db))

  serve(app, listInventoryItemsOfCategory, async ({ db, params, query }) => {
    return queries.itemPage(db, { category: params.category, sort: 'name', direction: 'asc' }, query)
  })

  serve(app, readInventoryItem, async ({ db, params }) => await recordById(db, item, params.id))

  serve(app, addInventoryItem, async ({ transact, body, staff, today }) => {
    const { quantity, batchNumber, expiryDate, ...fields } = body
    const day = await today()
    return transact(async (trx, audit) => {
      const id = await queries.insertItem(trx, fields).catch((error: unknown) => {
        throw fieldRefusal(error, body.name)
      })
      const added = await recordById(trx, item, id)
      if (quantity > 0) {
        const opening = {
          item: added,
          quantity,
          batchNumber: batchNumber ?? openingBatch,
          expiryDate,
          supplierId: fields.supplierId,
          reason: 'Opening stock',
        }
        await receiveStock(trx, [opening], staff.id, day)
      }
      audit.changes = { added: added.name, quantity }
      return await recordById(trx, item, id)
    })
  })

  serve(app, editInventoryItem, (call) =>
    editRecord(call, item, (before) =>
      updateRow(call, 'inventory_item', queries.itemValues(call.body)).catch((error: unknown) => {
        throw fieldRefusal(error, call.body.name ?? before.name)
      }),
    ),
  )

  serve(app, deleteInventoryItem, async (call) => {
    const before = await recordById(call.trx, item, call.params.id)
    return retireRecord(call, item, 'inventory_item', ({ name }) => ({ retired: name })).catch(
      (error: unknown) => {
        throw retireRefusal(error, before)
      },
    )
  })

  serve(app, listBatches, async ({ db, params }) => {
    await recordById(db, item, params.id)
    return queries.batchesOf(db, params.id)
  })

  serve(app, listEmptiedBatches, async ({ db, params, query }) => {
    await recordById(db, item, params.id)
    return queries.emptiedBatchesOf(db, params.id, query)
  })

  serve(app, listMovements, async ({ db, params, query, staff, audit }) => {
    await recordById(db, item, params.id)
    const list = await ledger.movementPage(db, params.id, query)
    const items = toldTo(staff, list.items)
    audit.patientIds = [...new Set(items.flatMap(({ patientId }) => patientId ?? []))]
    return { ...list, items }
  })

  serve(app, listStoreMovements, async ({ db, query, staff, audit }) => {
    const { page, limit, cursor, ...filter } = query
    const list = await ledger.storeMovementPage(db, filter, { page, limit, cursor })
    const items = toldTo(staff, list.items)
    audit.patientIds = [...new Set(items.flatMap(({ patientId }) => patientId ?? []))]
    return { ...list, items }
  })

  serve(app, exportStoreMovements, async ({ db, query, audit }) => {
    audit.changes = { exported: query }
    return csvOf(ledger.storeMovementStream(db, query), movementColumns)
  })

  serve(app, moveStock, async ({ transact, params, body, staff, today }) => {
    const patientId = 'patientId' in body ? body.patientId : null
    if (patientId) requirePermission(staff, 'inventory.dispense')
    const day = await today()
    const moved = await transact(async (trx, audit) => {
      const ids = await movements.moveStock(trx, params.id, body, staff.id, day)
      const booked = await ledger.movementsById(trx, ids)
      audit.subjectId = params.id
      const [first] = booked
      const { allergy, allergyReason } = first ?? untold
      audit.changes = {
        [body.kind]: booked.map(({ batchNumber, quantity }) => [batchNumber, quantity]),
        ...(allergy && { allergy, allergyReason }),
        ...(first?.countersignedBy && { countersignedBy: first.countersignedBy }),
      }
      audit.patientIds = patientId ? [patientId] : []
      return { item: await recordById(trx, item, params.id), movements: booked }
    })
    return { ...moved, movements: toldTo(staff, moved.movements) }
  })

  serve(app, findRecipient, async ({ db, body, staff, hospital, now, audit }) => {
    const found = await recipientOf(db, hospital, { staffId: staff.id, code: body.code, at: now })
    audit.subjectId = found.id
    audit.patientIds = [found.id]
    return found
  })

  serve(app, readStockHistory, async ({ db, params, query, today, hospital }) => {
    const ofItem = await recordById(db, item, params.id)
    const { timeZone } = await hospital.read()
    return queries.stockHistory(db, ofItem, query.days, await today(), timeZone)
  })
}

function fieldRefusal(error: unknown, name: string): unknown {
  switch (violatedConstraint(error)) {
    case 'item_name_once': {
      const sentence = `${name} is in the inventory already, in the same unit.`
      return new Refusal('inventory_item_name_taken', sentence, {
        errors: [{ path: 'name', message: sentence }],
      })
    }
    case 'controlled_while_in_stock':
      return invalidField('isControlled', 'It stays a controlled medicine while there is stock of it')
    case 'item_value_bounded':
      return invalidField('cost', 'The stock would be worth more than 999,999,999,999.99')
    // Somebody else can delete them from the lists meanwhile.
    case 'inventory_item_supplier_id_fkey':
      return invalidField('supplierId', 'This supplier is no longer in the list')
    case 'inventory_item_location_id_fkey':
      return invalidField('storageLocationId', 'This storage location is no longer in the list')
    default:
      return error
  }
}

const untold = { patientId: null, patientName: null, allergy: null, allergyReason: null }

/** A store keeper sees that an item went to a patient, but not to which one. */
function toldTo<Told extends Movement>(staff: SignedIn, movements: readonly Told[]): Told[] {
  if (may(staff, 'patient.view')) return [...movements]
  return movements.map((movement) => ({ ...movement, ...untold }))
}

function retireRefusal(error: unknown, item: InventoryItem): unknown {
  switch (violatedConstraint(error)) {
    case 'item_retired_when_empty': {
      const left = `${item.quantity.toLocaleString('en')} ${item.unit}`
      return new Refusal(
        'inventory_item_has_stock',
        `${left} of ${item.name} are still in stock. Issue or dispose of them first.`,
      )
    }
    case 'order_line_outstanding_needs_current_item':
      return new Refusal('in_use', `${item.name} is on order. Receive it or cancel the order first.`)
    default:
      return error
  }
}

const exportColumns: CsvColumns<InventoryItem> = {
  Name: (item) => item.name,
  Category: (item) => item.category,
  Quantity: (item) => item.quantity,
  Unit: (item) => item.unit,
  'Pack Size': (item) => item.packSize,
  Controlled: ({ isControlled }) => (isControlled ? 'Yes' : 'No'),
  'Reorder Level': (item) => item.reorderLevel,
  Status: (item) => item.status,
  Cost: (item) => item.cost.toFixed(2),
  Expiry: (item) => item.expiryDate,
  Supplier: (item) => item.supplier,
  Location: (item) => item.location,
}

const movementColumns: CsvColumns<StoreMovement> = {
  'At (UTC)': ({ at }) => at,
  Item: ({ inventoryItemName }) => inventoryItemName,
  Category: ({ category }) => category,
  Movement: ({ kind }) => kind,
  Cause: ({ cause }) => cause,
  Reason: ({ reason }) => reason,
  Quantity: ({ quantity }) => quantity,
  Unit: ({ unit }) => unit,
  Value: ({ worth }) => worth,
  Batch: ({ batchNumber }) => batchNumber,
  'To or from': ({ ward, isForPatient }) => (ward ? wardNames[ward] : isForPatient ? 'A patient' : null),
  By: ({ by }) => by,
  'Countersigned by': ({ countersignedBy }) => countersignedBy,
}
