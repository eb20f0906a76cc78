import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import { daysAfter } from '../../../contract/days.ts'
import { faultOf } from '../../../contract/figures/analytics.ts'
import type { PatientMovement } from '../../../contract/store/recipients.ts'
import type { Movement, MovementFilter, StoreMovement } from '../../../contract/store/stock.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type List, type PageRequest, readPage } from '../../ground/db/paging.ts'
import { plannedWithValues } from '../../ground/db/prepared.ts'
import { streamList } from '../../ground/db/stream.ts'
import type { DB } from '../../ground/db/types.ts'
import { dayBegins, dayEnds } from '../../ground/records/days.ts'

/** Reads the movements of an item, and of the whole store. */

const columns = sql`
  movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
  batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
  movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
  movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
  movement.allergy, movement.allergy_reason as "allergyReason",
  staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy"`

const joins = sql`
  join batch on batch.id = movement.batch_id
  left join patient on patient.id = movement.patient_id
  left join staff on staff.id = movement.by_staff_id
  left join countersignature on countersignature.id = movement.countersignature_id
  left join staff witness on witness.id = countersignature.witness_id`

export async function movementsById(db: Database, ids: readonly number[]): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select ${columns} from stock_movement movement ${joins}
    where movement.id = any (${ids}::bigint[]) order by movement.id
  `.execute(db)
  return rows
}

/** A movement's number in the form of a UUID, which the events of other records use as their id. */
export const movementKey = sql`lpad(to_hex(movement.id), 32, '0')::uuid`

/** The issues to patients and the returns from them with these keys. */
export async function movementsByKeys(db: Database, keys: readonly string[]): Promise<PatientMovement[]> {
  const ids = keys.map((key) => Number.parseInt(key.replaceAll('-', ''), 16))
  const { rows } = await sql<PatientMovement>`
    select ${movementKey} as id, movement.item_id as "inventoryItemId", item.name as "inventoryItemName", item.unit,
      movement.quantity, batch.batch_number as "batchNumber", movement.allergy,
      movement.allergy_reason as "allergyReason", movement.at as "recordedAt", staff.name as "recordedBy"
    from stock_movement movement join inventory_item item on item.id = movement.item_id
      join batch on batch.id = movement.batch_id left join staff on staff.id = movement.by_staff_id
    where movement.id = any (${ids}::bigint[]) and movement.patient_id is not null
  `.execute(db)
  return rows
}

/** One page of an item's movements, newest first. */
export function movementPage(
  db: Database,
  inventoryItemId: string,
  request: PageRequest,
): Promise<Page<Movement>> {
  return readPage(db, request, {
    table: 'stock_movement',
    alias: 'movement',
    shown: columns,
    joins,
    where: sql<SqlBool>`movement.item_id = ${inventoryItemId}`,
    order: { id: 'serial' },
    direction: 'desc',
    keepsPlan: true,
  })
}

function listOf(filter: MovementFilter): List {
  const all = [sql`true`]
  if (filter.inventoryItemId) all.push(sql`movement.item_id = ${filter.inventoryItemId}`)
  if (filter.category) {
    all.push(sql`movement.item_id in (select id from inventory_item where category = ${filter.category})`)
  }
  if (filter.kind) all.push(sql`movement.kind = any (${filter.kind}::movement_kind[])`)
  if (filter.cause) all.push(sql`movement.cause = ${filter.cause}`)
  if (filter.byId) all.push(sql`movement.by_staff_id = ${filter.byId}`)
  if (filter.from) all.push(sql`movement.at >= ${dayBegins(filter.from)}`)
  if (filter.to) all.push(sql`movement.at < ${dayEnds(filter.to)}`)
  return {
    table: 'stock_movement',
    alias: 'movement',
    shown: sql`${columns}, item.name as "inventoryItemName", item.unit, item.category`,
    joins: sql`join inventory_item item on item.id = movement.item_id ${joins}`,
    where: sql<SqlBool>`${sql.join(all, sql` and `)}`,
    order: { at: 'moment', id: 'serial' },
    direction: 'desc',
  }
}

/** For days that can be counted, the number of movements is exact. */
export async function storeMovementPage(
  db: Database,
  filter: MovementFilter,
  request: PageRequest,
): Promise<Page<StoreMovement> & { worth: number | null }> {
  const list = listOf(filter)
  const counted = isCountable(filter) ? sql<number>`select count(*)::int ${rowsOf(list)}` : undefined
  const [page, worth] = await Promise.all([
    readPage<StoreMovement>(db, request, list, counted),
    worthOf(db, filter, list),
  ])
  return { ...page, worth }
}

const rowsOf = ({ where }: List) => sql`from stock_movement movement where ${where}`

const isCountable = ({ from, to }: MovementFilter) =>
  from !== undefined && to !== undefined && !faultOf({ from, to })

/**
 * The value of a list's movements: those of some days are added up; those of all days until one are the stock's value then,
 * which is its value now less the movements since.
 */
async function worthOf(db: Database, filter: MovementFilter, list: List): Promise<number | null> {
  const { category, to, ...others } = filter
  const isUntil = Object.values(others).every((one) => one === undefined)
  if (!isCountable(filter) && !isUntil) return null
  const inStore = (until: string | undefined) => sql`
    (select sum(worth) from store_tally where ${category ? sql`category = ${category}` : sql`true`})
    ${until ? sql`- coalesce((select sum(worth) ${rowsOf(listOf({ category, from: daysAfter(until, 1) }))}), 0)` : sql``}`
  const sum = isUntil ? inStore(to) : sql`(select coalesce(sum(worth), 0) ${rowsOf(list)})`
  const { rows } = await sql<{ worth: number }>`${plannedWithValues} select ${sum} as worth`.execute(db)
  return rows[0]?.worth ?? 0
}

export function storeMovementStream(db: Kysely<DB>, filter: MovementFilter): AsyncIterable<StoreMovement> {
  return streamList(db, listOf(filter))
}
