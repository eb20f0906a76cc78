import { suggestedReorder } from '../../contract/store/stock.ts'
import { hour, minute, weekdayOf } from './calendar.ts'
import storeContent from './content/store.json' with { type: 'json' }
import { stockedItems } from './content.ts'
import { type Prescribed, suppliesFor } from './encounters.ts'
import { copyRows } from './load.ts'
import { toTenths } from './patients.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'
import type { Practice } from './staff.ts'

const { cancelNote, corrections, leftoverDays, locations, suppliers, wardShares } = storeContent
const historyDays = 100

type Item = ReturnType<typeof newItems>[number]
type Order = ReturnType<typeof newOrder>
type Batch = { item: Item; quantity: number; expiry: number | null }
/** When something was moved, and more columns of its row. */
type Why = { at: number; [column: string]: unknown }

/** Stocks the store with a hundred days of deliveries and use, so that every quantity is what its movements say. */
export async function fillStore(hospital: Practice, prescribed: readonly Prescribed[]): Promise<void> {
  const { client, today, clock } = hospital
  const { items, orders, movements } = runStore(hospital, prescribed)
  const opened = { ...hospital, since: clock.momentAt(today - historyDays, 6 * 60) }
  const lines = orders.flatMap((order) => order.lines.map((line) => Object.assign(line, { order })))
  await copyRows(opened, {
    supplier: structuredClone(suppliers),
    storage_location: locations.map((name) => ({ name })),
    inventory_item: items,
    batch: items.flatMap(({ batches }) => batches),
    purchase_order: orders,
    purchase_order_line: lines,
    stock_movement: movements.sort((one, other) => one.at - other.at),
  })
  // The triggers of items are on: they count the items and raise the alerts.
  await client.query(`
    update purchase_order_counter set last_number = last_number + (select count(*) from purchase_order);
    update inventory_item set next_expiry = (
      select min(expiry) from batch where item_id = inventory_item.id and quantity > 0);
    set constraints item_accounted immediate;
    select count_worth();
    -- What ran low did so when it was issued, not now.
    update stock_alert alert set raised_at = coalesce((
      select max(at)
      from inventory_item item join stock_movement movement on item_id = item.id,
        lateral (select case alert.kind when 'OUT' then 0 else reorder_level end as level) bound
      where item_id = alert.item_id and balance <= level and balance - movement.quantity > level), raised_at)
    where batch_id is null`)
}

function runStore(practice: Practice, prescribed: readonly Prescribed[]) {
  const { seed, today, now, clock, staff } = practice
  const supplies = Map.groupBy(suppliesFor(practice, prescribed), ({ name }) => name)
  const movements: (Why & { batch: Batch; quantity: number })[] = []
  const orders: Order[] = []
  const items = newItems(seed)
  const firstDay = today - historyDays
  for (const item of items) open(item)
  for (let day = firstDay + 1; day <= today; day++) {
    for (const order of orders) if (order.deliveryDay === day && order.status === 'SENT') deliver(order, day)
    for (const item of items) {
      if (day < today - 12) disposeExpired(item, day)
      use(item, day)
      correct(item, clock.momentAt(day, 17 * 60 + item.random.between(5, 50)))
    }
    if ([1, 4].includes(weekdayOf(day)) || day === today) reorder(day)
  }
  return { items, orders, movements }

  /** The opening stock: an older batch, which in a few items outlives its date or is about to, and a newer one. */
  function open(item: Item) {
    const { index, random, shelfLife, reorderLevel, dailyUse } = item
    const expiresIn = shelfLife === null ? undefined : leftoverDays[(index - 2) / 7]
    const leftover = dailyUse * historyDays * 1.12 + reorderLevel * 0.1
    const older = expiresIn === undefined ? reorderLevel * (0.5 + random.next() * 0.4) : leftover
    const newer = reorderLevel * (1 + random.next())
    const expiresSoon = today + (expiresIn ?? 20 + random.below(80))
    const stock = { at: clock.momentAt(firstDay, 7 * 60 + index), reason: 'Opening stock' }
    const cost = priceOn(practice, firstDay, item)
    receive(item, older, shelfLife && expiresSoon, cost, stock)
    const later = expiryOf(item, firstDay, 0.4)
    receive(item, newer, later && Math.max(later, today + 30), cost, stock)
  }

  /** Wards fetch what they use; patients are given what they are prescribed. */
  function use(item: Item, day: number) {
    const { random, name, dailyUse } = item
    const share = [0, 6].includes(weekdayOf(day)) ? 0.6 : 1.1
    // Items with much use are fetched daily or twice a day, the others when they are needed.
    const isFetched = random.chance(dailyUse >= 1 ? 0.75 : dailyUse)
    const trips = isFetched ? (dailyUse > 60 && random.chance(0.5) ? 2 : 1) : 0
    const toWards = Array.from({ length: trips }, (_, trip) => {
      const amount = dailyUse >= 1 ? (dailyUse * share * (0.7 + random.next() * 1.1)) / trips : 1
      const at = clock.momentAt(day, (trip ? 13 : 8) * 60 + random.below(4 * 60))
      return { at, quantity: inUnits(item, amount) || 1, ward: random.among(wardShares) }
    })
    const toPatients = supplies.get(name)?.filter((supply) => supply.day === day) ?? []
    const inOrder = [...toWards, ...toPatients].sort((one, other) => one.at - other.at)
    for (const { quantity, ...to } of inOrder) if (to.at <= now) issue(item, quantity, day, to)
  }

  /** The batch that expires first is issued first. A patient gets all that they need, or nothing. */
  function issue({ batches }: Item, wanted: number, day: number, to: Why) {
    const usable = batches
      .filter((batch) => batch.quantity > 0 && lastDayOf(batch) >= day)
      .sort((one, other) => lastDayOf(one) - lastDayOf(other))
    const there = usable.reduce((sum, { quantity }) => sum + quantity, 0)
    let rest = to.patientId && there < wanted ? 0 : wanted
    for (const batch of usable) {
      const taken = Math.min(rest, batch.quantity)
      if (taken > 0) book(batch, 'ISSUE', -taken, to)
      rest = toTenths(rest - taken)
    }
  }

  /** Returns, counts and damage at the end of a day. A ward returns a little of what it fetched last. */
  function correct({ batches, random }: Item, at: number) {
    const batch = batches.findLast(({ quantity }) => quantity > 2)
    const correction = corrections.find(({ likely }) => random.chance(likely))
    if (at > now || !batch || !correction) return
    const { kind, quantity, ...why } = { ...correction, at }
    const last = movements.findLast(({ item, ward }) => item === batch.item && ward)
    if (kind !== 'RETURN') book(batch, kind, quantity, why)
    else if (last?.kind === 'ISSUE')
      book(last.batch, kind, Math.min(quantity, -last.quantity), { ...last, ...why })
  }

  function disposeExpired({ batches }: Item, day: number) {
    const why = { at: clock.momentAt(day, 7 * 60 + 30), cause: 'EXPIRED' }
    for (const batch of batches)
      if (lastDayOf(batch) < day && batch.quantity > 0) book(batch, 'DISPOSE', -batch.quantity, why)
  }

  /** Orders what is running low, and today also what is going to. */
  function reorder(day: number) {
    const margin = day === today ? 1.5 : 1.15
    const due = items.filter(({ index, quantity, reorderLevel, isOrdered }) => {
      const isNeglected = index % 8 === 4 && day > today - 30
      return !isOrdered && !isNeglected && quantity <= reorderLevel * margin
    })
    for (const group of Map.groupBy(due, ({ supplier }) => supplier).values())
      orders.push(newOrder(practice, orders.length, group, day))
  }

  /** Each delivery is complete, except one of the last days: half of its lines came. */
  function deliver(sent: Order, day: number) {
    const at = clock.momentAt(day, 5 * 60 + 40)
    if (at > now) return
    const isSplit = day > today - 6 && sent.lines.length > 2
    sent.updatedAt = at + sent.lines.length * minute
    if (!isSplit) Object.assign(sent, { status: 'RECEIVED', receivedAt: sent.updatedAt })
    for (const [index, line] of sent.lines.entries()) {
      line.orderIsOpen = isSplit
      if (isSplit && index % 2 === 1) continue
      const { item, quantity, cost } = line
      const why = { at: at + index * minute, reason: `Order PO${sent.number}`, orderLine: line }
      receive(item, quantity, expiryOf(item, day, 0.6), cost, why)
      line.received = quantity
      item.isOrdered = false
    }
  }

  function receive(item: Item, amount: number, expiry: number | null, cost: number, why: Why) {
    const quantity = inUnits(item, amount)
    if (quantity === 0) return
    const { index, batches, supplierId } = item
    const batchNumber = `${'ABCDEFGHJKLMNPRSTVWX'[index % 20]}${24000 + index * 13 + batches.length * 7}`
    const batch = { item, supplierId, batchNumber, expiry, quantity: 0, cost, createdAt: why.at }
    batches.push(batch)
    book(batch, 'RECEIVE', quantity, { ...why, unitCost: cost })
  }

  function book(batch: Batch, kind: string, quantity: number, why: Why) {
    const { item } = batch
    batch.quantity = toTenths(batch.quantity + quantity)
    item.quantity = toTenths(item.quantity + quantity)
    const byStaffId = staff.storekeeper
    movements.push({ ...why, batch, item, kind, quantity, balance: item.quantity, byStaffId })
  }
}

/** The expiry of what is received on a day, at least so much of its shelf life before; null if it keeps. */
const expiryOf = ({ shelfLife, random }: Item, day: number, least: number) =>
  shelfLife && day + Math.round(shelfLife * (least + random.next() * 0.4))

const lastDayOf = ({ expiry }: Batch) => expiry ?? Infinity

const newItems = (seed: number) =>
  stockedItems.map((item, index) => {
    const supplierId = uuidAt(seed, kinds.supplier, item.supplier)
    const locationId = uuidAt(seed, kinds.storageLocation, item.location)
    const random = randomFrom(seed, kinds.use, index)
    const batches: Batch[] = []
    return { ...item, index, random, supplierId, locationId, batches, quantity: 0, isOrdered: false }
  })

/** An order as a row of its table, with its lines. Today's is still a draft, and one in nine was cancelled. */
function newOrder(practice: Practice, place: number, items: readonly Item[], day: number) {
  const { today, clock, now, staff } = practice
  const status = day === today ? 'DRAFT' : place % 9 === 4 ? 'CANCELLED' : 'SENT'
  const createdAt = Math.min(clock.momentAt(day, 9 * 60 + 20), now - 40 * minute)
  const sentAt = status === 'DRAFT' ? null : createdAt + 25 * minute
  const cancelledAt = Math.min(createdAt + 26 * hour, now)
  const cancelled = status === 'CANCELLED' && { cancelledAt, notes: cancelNote }
  const saved = { createdAt, createdBy: staff.storekeeper, updatedAt: sentAt ?? createdAt }
  const lines = items.map((item) => {
    const { quantity: there, reorderLevel, dailyUse, packSize } = item
    const quantity = Math.max(1, suggestedReorder(there, reorderLevel, dailyUse, 0, packSize))
    item.isOrdered = status === 'SENT'
    return { item, quantity, cost: priceOn(practice, day, item), received: 0, orderIsOpen: !cancelled }
  })
  const order = { number: 1001 + place, supplierId: items[0]?.supplierId, status, deliveryDay: day + 4 }
  return { ...order, sentAt, ...cancelled, ...saved, lines }
}

/** Suppliers ask a little less or more than the list says, and a little more each month. */
function priceOn({ seed, today }: Practice, day: number, { index, cost }: Item): number {
  const ago = today - day
  const swing = randomFrom(seed, kinds.price, index * 1000 + ago).next() * 0.06 - 0.03
  return Math.max(0.01, Math.round(cost * (1 + swing - ago * 0.0004) * 100) / 100)
}

/** Tenths of what is weighed and poured by the litre, whole ones of all else. */
const inUnits = ({ unit }: Item, amount: number) =>
  unit === 'kg' || unit === 'litres' ? toTenths(amount) : Math.round(amount)
