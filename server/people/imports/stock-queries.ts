import { sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import type { OnRecord, Worker } from './kind-rules.ts'

/** How the ledger calls what an import brought. */
export const openingReason = 'Opening balance'

/** Rows whose batch is on record, and rows without stock whose item is. */
export async function itemsAndBatchesOnRecord(
  db: Database,
  rows: readonly { line: number; record: object }[],
): Promise<OnRecord[]> {
  if (rows.length === 0) return []
  const given = JSON.stringify(rows.map(({ line, record }) => ({ line, ...record })))
  const { rows: found } = await sql<{ line: number; id: string; isBatch: boolean }>`
    with given as materialized (
      select line, "left"(fold(name), 200) as key, unit, fold("batchNumber") as batch
      from jsonb_to_recordset(${given}::jsonb) as given(line integer, name text, unit item_unit, "batchNumber" text))
    select line, coalesce(batch.id, item.id) as id, batch.id is not null as "isBatch"
    from given join inventory_item item on item.name_key = key and item.unit = given.unit and retired_at is null
    left join batch on batch.item_id = item.id and fold(batch.batch_number) = given.batch
    where given.batch is null or batch.id is not null
  `.execute(db)
  return found.map(({ line, id, isBatch }) => ({
    line,
    recordId: id,
    state: 'KNOWN',
    message: isBatch ? 'This batch of the item is on record' : 'An item has this name',
  }))
}

interface ImportedBatch {
  id: string
  isIssued: boolean
  isMoved: boolean
  needsTwo: boolean
}

/**
 * Takes batches back that nobody has moved since, by movements of the ledger; and then the items that came with them and
 * have nothing else. The items are locked first, as for every movement.
 */
export async function removeStock(
  db: Database,
  ids: readonly string[],
  { staffId }: Worker,
): Promise<{ kept: Map<string, string> }> {
  await sql`
    select from inventory_item
    where id = any (${ids}::uuid[]) or id in (select item_id from batch where id = any (${ids}::uuid[]))
    order by id for no key update
  `.execute(db)
  const { rows: batches } = await sql<ImportedBatch>`
    select batch.id,
      exists (select from stock_movement where batch_id = batch.id and kind = 'ISSUE') as "isIssued",
      (select count(*) from stock_movement where batch_id = batch.id) > 1 as "isMoved",
      item.is_controlled and 'CONTROLLED_DISPOSAL' = any ((select countersigned_acts from hospital)::text[]) as "needsTwo"
    from batch join inventory_item item on item.id = batch.item_id where batch.id = any (${ids}::uuid[])
  `.execute(db)
  const kept = new Map<string, string>()
  for (const { id, isIssued, isMoved, needsTwo } of batches) {
    if (isIssued) kept.set(id, 'Some of it was issued since')
    else if (isMoved) kept.set(id, 'Its stock was moved since')
    else if (needsTwo)
      kept.set(id, 'A second person has to countersign what takes a controlled medicine away')
  }
  const going = batches.map(({ id }) => id).filter((id) => !kept.has(id))
  await sql`
    insert into stock_movement (item_id, batch_id, kind, quantity, reason, by_staff_id)
    select item_id, id, 'ADJUST', -quantity, 'Import undone', ${staffId}::uuid from batch
    where id = any (${going}::uuid[]) and quantity > 0 order by item_id, id
  `.execute(db)
  const { rows: items } = await sql<{ id: string; why: string | null }>`
    select id, case when version > 1 then 'The item was edited since'
      when exists (select from batch where item_id = item.id) then 'The item has stock since'
      when exists (select from purchase_order_line where item_id = item.id) then 'The item is on a purchase order' end as why
    from inventory_item item where id = any (${ids}::uuid[]) and retired_at is null
  `.execute(db)
  for (const { id, why } of items) if (why) kept.set(id, why)
  // An item that was made at the same moment as a batch of an import came with it.
  await sql`
    update inventory_item item set retired_at = now(), version = version + 1, updated_at = now()
    where retired_at is null and version = 1 and quantity = 0
      and not exists (select from purchase_order_line where item_id = item.id)
      and (id = any (${ids.filter((id) => !kept.has(id))}::uuid[]) or exists (
        select from batch join batch first on first.item_id = batch.item_id and first.created_at = item.created_at
          join stock_movement opening on opening.batch_id = first.id and opening.reason = ${openingReason}
        where batch.id = any (${going}::uuid[]) and batch.item_id = item.id))
  `.execute(db)
  return { kept }
}
