import { sql } from 'kysely'
import { fold } from '../../../contract/fold.ts'
import { stock as fields } from '../../../contract/people/imports/kinds/stock.ts'
import { InventoryItemForm } from '../../../contract/store/items.ts'
import { openingBatch } from '../../../contract/store/stock.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { KindRules } from './kind-rules.ts'
import { problemsOfMapping, suggestMapping, typedRows } from './mapped.ts'
import { namedTwice } from './named.ts'
import { itemsAndBatchesOnRecord, openingReason, removeStock } from './stock-queries.ts'

/** The ids of the suppliers, or of the storage locations, by their folded names. */
async function namesOf(db: Database, table: 'supplier' | 'storage_location'): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from ${sql.table(table)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [fold(name), id]))
}

/**
 * Items with their opening balances, each row a batch. An item is known by its name and its unit: a further row of it adds
 * its batch alone. Without a batch number, the batch is called as that of a new item on the screens.
 */
export const stockKind: KindRules = {
  suggest: (db, columns) => suggestMapping(db, fields, columns),
  mappingProblems: (db, mapping, columns) => problemsOfMapping(db, fields, mapping, columns),
  async reader(db, mapping, columns, today) {
    const rows = typedRows(fields, mapping, columns)
    const named = { supplier: await namesOf(db, 'supplier'), location: await namesOf(db, 'storage_location') }
    return (cells) => {
      const row = rows.read(cells)
      const { problems } = row
      const { supplier, location, ...typed } = row.typed
      const idOf = (field: keyof typeof named, name: string | number | undefined) => {
        const id = name === undefined ? null : named[field].get(fold(String(name)))
        if (id === undefined)
          problems.push({
            column: rows.columnOf(field),
            message: `No ${field === 'supplier' ? 'supplier' : 'storage location'} is called “${name}”. Add it first`,
          })
        return id ?? null
      }
      const supplierId = idOf('supplier', supplier)
      const storageLocationId = idOf('location', location)
      if (typed.expiryDate && typed.expiryDate < today)
        problems.push({
          column: rows.columnOf('expiryDate'),
          message: 'This expiry has passed. Expired stock can’t be received',
        })
      const parsed = InventoryItemForm.safeParse({ reorderLevel: 0, ...typed })
      rows.note(row, parsed.error?.issues ?? [])
      if (problems.length > 0 || !parsed.success) return { record: null, problems }
      const { quantity, batchNumber } = parsed.data
      const batch = quantity > 0 ? (batchNumber ?? openingBatch) : null
      return { record: { ...parsed.data, batchNumber: batch, supplierId, storageLocationId }, problems: [] }
    }
  },
  onRecord: itemsAndBatchesOnRecord,
  markRepeated: (db, batchId) =>
    namedTwice(
      db,
      batchId,
      [
        sql`fold(record ->> 'name')`,
        sql`record ->> 'unit'`,
        sql`coalesce(fold(record ->> 'batchNumber'), '')`,
      ],
      'item and batch',
    ),
  async add(db, rows, { staffId }) {
    const given = sql`jsonb_to_recordset(${JSON.stringify(
      rows.map(({ line, id, record }) => ({ line, id, ...record })),
    )}::jsonb) as given(line integer, id uuid, name text, category item_category, description text, unit item_unit,
      "packSize" numeric, "reorderLevel" numeric, cost numeric, "supplierId" uuid, "storageLocationId" uuid, notes text,
      quantity numeric, "batchNumber" text, "expiryDate" date)`
    await sql`
      insert into inventory_item (id, name, category, description, unit, pack_size, reorder_level, cost, supplier_id,
        location_id, notes)
      select distinct on ("left"(fold(name), 200), unit)
        case when "batchNumber" is null then id else gen_random_uuid() end, name, category, description, unit, "packSize",
        "reorderLevel", cost, "supplierId", "storageLocationId", notes
      from ${given} order by "left"(fold(name), 200), unit, line
      on conflict (name_key, unit) where retired_at is null do nothing
    `.execute(db)
    await sql`
      insert into batch (id, item_id, batch_number, expiry, supplier_id)
      select given.id, item.id, "batchNumber", "expiryDate", "supplierId"
      from ${given} join inventory_item item on item.name_key = "left"(fold(given.name), 200) and item.unit = given.unit
        and item.retired_at is null
      where "batchNumber" is not null order by item.id, line
    `.execute(db)
    await sql`
      insert into stock_movement (item_id, batch_id, kind, quantity, reason, unit_cost, by_staff_id)
      select batch.item_id, batch.id, 'RECEIVE', given.quantity, ${openingReason}, given.cost, ${staffId}::uuid
      from ${given} join batch on batch.id = given.id order by batch.item_id, line
    `.execute(db)
  },
  refusal: (constraint) =>
    constraint === 'batch_number_once_per_item'
      ? 'This batch came on record in the meantime'
      : constraint === 'inventory_item_supplier_id_fkey' || constraint === 'batch_supplier_id_fkey'
        ? 'The supplier was deleted in the meantime'
        : constraint && /bounded/.test(constraint)
          ? 'There would be more of it than can be added up'
          : 'The database can’t keep this row',
  remove: removeStock,
  async tellLists(db, batchId) {
    await sql`select pg_notify('lantern', ${`inventory-item:${batchId}`})`.execute(db)
  },
}
