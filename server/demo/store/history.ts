import { suggestedReorder } from '../../../contract/stock.ts'
import type { Ward } from '../../../contract/wards.ts'
import type { Practice } from '../appointments.ts'
import { minute, weekdayOf } from '../calendar.ts'
import kinds from '../content/kinds.json' with { type: 'json' }
import { leftoverDays, type StockedItem, stockedItems, wardShares } from '../content.ts'
import { toTenths } from '../people.ts'
import { type Random, randomFrom, uuidAt } from '../random.ts'

/** Days. */
export const historyLength = 100
const deliveryTakes = 4

interface Item extends StockedItem {
  index: number
  id: string
  random: Random
  batches: Batch[]
  quantity: number
  isOrdered: boolean
}
interface Batch {
  id: string
  item: Item
  batchNumber: string
  /** As `dayNumber`. */
  expiry: number | null
  quantity: number
  /** Of one unit. */
  cost: number
  createdAt: number
}
interface Line {
  id: string
  item: Item
  quantity: number
  cost: number
  received: number
}
interface Order {
  id: string
  number: number
  supplier: number
  status: 'DRAFT' | 'SENT' | 'RECEIVED' | 'CANCELLED'
  day: number
  lines: Line[]
  lastDelivery?: number
}
interface Movement {
  at: number
  batch: Batch
  kind: 'RECEIVE' | 'ISSUE' | 'RETURN' | 'ADJUST' | 'DISPOSE'
  quantity: number
  reason?: string
  cause?: 'EXPIRED' | 'DAMAGED'
  ward?: Ward
  patientId?: string
  orderLine?: Line
}

/** What happened in the store, day by day: deliveries, use, returns, counts and orders. */
export class Store {
  readonly items: Item[]
  readonly orders: Order[] = []
  readonly movements: Movement[] = []
  readonly #practice: Practice
  #batchesMade = 0
  #linesMade = 0

  constructor(practice: Practice) {
    this.#practice = practice
    const { seed, today } = practice
    this.items = stockedItems.map((item, index) => {
      const [id, random] = [uuidAt(seed, kinds.item, index), randomFrom(seed, kinds.use, index)]
      return { ...item, index, id, random, batches: [], quantity: 0, isOrdered: false }
    })
    for (const item of this.items) this.#open(item)
    for (let day = today - historyLength + 1; day <= today; day++) this.#liveThrough(day)
  }

  /** The opening stock of an item: an older batch and a newer one. */
  #open(item: Item) {
    const { today, clock } = this.#practice
    const { index, random, shelfLife, reorderLevel, dailyUse } = item
    const opening = today - historyLength
    // A few items have a batch that outlives its date, or is about to.
    const expiresIn = shelfLife === null ? undefined : leftoverDays[(index - 2) / 7]
    const older =
      expiresIn === undefined
        ? reorderLevel * (0.5 + random.next() * 0.4)
        : dailyUse * historyLength * 1.12 + reorderLevel * 0.1
    const newer = reorderLevel * (1 + random.next())
    const expiresSoon = today + (expiresIn ?? 20 + random.below(80))
    const stock = { at: clock.momentAt(opening, 7 * 60 + index), reason: 'Opening stock' }
    const cost = this.#priceOn(opening, item)
    this.#receive(item, inUnits(item, older), shelfLife && expiresSoon, cost, stock)
    const later = shelfLife && opening + Math.round(shelfLife * (0.4 + random.next() * 0.4))
    this.#receive(item, inUnits(item, newer), later && Math.max(later, today + 30), cost, stock)
  }

  #liveThrough(day: number) {
    const { today, clock, now } = this.#practice
    for (const order of this.orders) if (order.status === 'SENT') this.#deliver(order, day)
    for (const item of this.items) {
      if (clock.momentAt(day, 8 * 60) < now) {
        this.#use(item, day)
        this.#correct(item, day)
      }
      if (day < today - 12) this.#disposeExpired(item, day)
    }
    if ([1, 4].includes(weekdayOf(day))) this.#reorder(day)
    this.#leaveOpenOrders(today - day, day)
  }

  #use(item: Item, day: number) {
    const { clock, now, size, seed } = this.#practice
    const { random, dailyUse, category } = item
    const share = [0, 6].includes(weekdayOf(day)) ? 0.6 : 1.1
    // What is used a lot is fetched daily; the rest when it is needed.
    const isFetched = random.chance(dailyUse >= 1 ? 0.75 : dailyUse)
    const isBusy = dailyUse > 60 && random.chance(0.5)
    for (let trip = 0; isFetched && trip < (isBusy ? 2 : 1); trip++) {
      const amount = dailyUse >= 1 ? dailyUse * share * (0.7 + random.next() * 1.1) : 1
      const at = clock.momentAt(day, random.between(8 * 60, 17 * 60))
      if (at > now) return
      const toPatient = size > 40 && category === 'MEDICINE' && random.chance(0.12)
      const recipient = toPatient
        ? { patientId: uuidAt(seed, kinds.patient, random.below(Math.floor(size / 2))) }
        : { ward: random.weigh(wardShares) }
      this.#issue(item, inUnits(item, isBusy ? amount / 2 : amount) || 1, day, { at, ...recipient })
    }
  }

  /** The batch that expires first is issued first. */
  #issue(item: Item, wanted: number, day: number, to: { at: number; ward?: Ward; patientId?: string }) {
    let rest = wanted
    const usable = item.batches
      .filter(({ quantity, expiry }) => quantity > 0 && (expiry ?? Infinity) >= day)
      .sort((one, other) => (one.expiry ?? Infinity) - (other.expiry ?? Infinity))
    for (const batch of usable) {
      const taken = Math.min(rest, batch.quantity)
      if (taken > 0) this.#book({ batch, kind: 'ISSUE', quantity: -taken, ...to })
      rest = toTenths(rest - taken)
    }
  }

  /** Returns, counts and damage at the end of a day. */
  #correct({ batches, random }: Item, day: number) {
    const { clock, now } = this.#practice
    const at = clock.momentAt(day, 17 * 60 + random.between(5, 50))
    const batch = batches.findLast(({ quantity }) => quantity > 0)
    if (at > now || !batch) return
    if (random.chance(0.006)) this.#returnLast(batch.item, at)
    else if (batch.quantity > 2 && random.chance(0.005))
      this.#book({ at, batch, kind: 'ADJUST', quantity: -1, reason: 'Counted: one less than booked' })
    else if (random.chance(0.003) && batch.quantity > 3)
      this.#book({ at, batch, kind: 'DISPOSE', quantity: -2, cause: 'DAMAGED', reason: 'Package broken' })
  }

  /** A ward brings back a little of what it fetched last. */
  #returnLast(item: Item, at: number) {
    const last = this.movements.findLast(
      ({ batch, ward, at: then }) => batch.item === item && ward && then < at,
    )
    if (last?.kind !== 'ISSUE') return
    const { batch, ward, quantity } = last
    this.#book({ at, batch, kind: 'RETURN', quantity: Math.min(1, -quantity), ward, reason: 'Not needed' })
  }

  #disposeExpired({ batches }: Item, day: number) {
    const at = this.#practice.clock.momentAt(day, 7 * 60 + 30)
    for (const batch of batches) {
      if ((batch.expiry ?? Infinity) >= day || batch.quantity === 0) continue
      this.#book({ at, batch, kind: 'DISPOSE', quantity: -batch.quantity, cause: 'EXPIRED' })
    }
  }

  #reorder(day: number) {
    const { today } = this.#practice
    const due = this.items.filter(({ index, quantity, reorderLevel, isOrdered }) => {
      const isNeglected = index % 8 === 4 && day > today - 30
      return !isOrdered && !isNeglected && quantity <= reorderLevel * 1.15
    })
    for (const [supplier, items] of Map.groupBy(due, (item) => item.supplier)) {
      const isCancelled = this.orders.length % 9 === 4 && day < today - 20
      this.#order(supplier, items, day, isCancelled ? 'CANCELLED' : 'SENT')
    }
  }

  #order(supplier: number, items: readonly Item[], day: number, status: Order['status']) {
    if (items.length === 0) return
    const { seed } = this.#practice
    const lines = items.map((item): Line => {
      const wanted = suggestedReorder(item.quantity, item.reorderLevel, item.dailyUse, 0)
      const id = uuidAt(seed, kinds.orderLine, this.#linesMade++)
      return { id, item, quantity: Math.max(1, wanted), cost: this.#priceOn(day, item), received: 0 }
    })
    if (status === 'SENT') for (const item of items) item.isOrdered = true
    const id = uuidAt(seed, kinds.order, this.orders.length)
    this.orders.push({ id, number: 1001 + this.orders.length, supplier, status, day, lines })
  }

  /** Each delivery is complete, except the one that is on its way now: half of its lines came. */
  #deliver(order: Order, day: number) {
    const { clock, today, now } = this.#practice
    const at = clock.momentAt(day, 5 * 60 + 40)
    if (day < order.day + deliveryTakes || at > now || order.lastDelivery) return
    const isSplit = day > today - 6 && order.lines.length > 2
    for (const [index, line] of order.lines.entries()) {
      if (isSplit && index % 2 === 1) continue
      const { item, quantity, cost } = line
      const { shelfLife, random } = item
      const expiry = shelfLife && day + Math.round(shelfLife * (0.6 + random.next() * 0.4))
      const why = { at: at + index * minute, reason: `Order PO${order.number}`, orderLine: line }
      this.#receive(item, quantity, expiry, cost, why)
      line.received = quantity
      item.isOrdered = false
    }
    order.lastDelivery = at + order.lines.length * minute
    if (!isSplit) order.status = 'RECEIVED'
  }

  /** One more that was cancelled, one on its way, and two drafts: each on its day, as numbers go up. */
  #leaveOpenOrders(daysAgo: number, day: number) {
    const low = (wanted: number) =>
      this.items.filter(
        ({ supplier, isOrdered, quantity, reorderLevel }) =>
          supplier === wanted && !isOrdered && quantity <= reorderLevel * 1.5,
      )
    if (daysAgo === 9 && !this.orders.some(({ status }) => status === 'CANCELLED')) {
      const items = this.items.filter(({ supplier }) => supplier === 1)
      this.#order(1, items.slice(0, 2), day, 'CANCELLED')
    }
    if (daysAgo === 1) this.#order(3, low(3).slice(0, 2), day, 'SENT')
    for (const supplier of daysAgo === 0 ? [2, 4] : [])
      this.#order(supplier, low(supplier).slice(0, 3), day, 'DRAFT')
  }

  /** Suppliers ask a little less or more than the list says, and a little more each month. */
  #priceOn(day: number, { index, cost }: Item): number {
    const { seed, today } = this.#practice
    const ago = today - day
    const swing = randomFrom(seed, kinds.price, index * 1000 + ago).next() * 0.06 - 0.03
    return Math.max(0.01, Math.round(cost * (1 + swing - ago * 0.0004) * 100) / 100)
  }

  #receive(
    item: Item,
    quantity: number,
    expiry: number | null,
    cost: number,
    why: { at: number; reason: string; orderLine?: Line },
  ) {
    if (quantity === 0) return
    const { index, batches } = item
    const id = uuidAt(this.#practice.seed, kinds.batch, this.#batchesMade++)
    const batchNumber = `${'ABCDEFGHJKLMNPRSTVWX'[index % 20]}${24000 + index * 13 + batches.length * 7}`
    const batch = { id, item, batchNumber, expiry, quantity: 0, cost, createdAt: why.at }
    batches.push(batch)
    this.#book({ batch, kind: 'RECEIVE', quantity, ...why })
  }

  #book(movement: Movement) {
    const { batch, quantity } = movement
    batch.quantity = toTenths(batch.quantity + quantity)
    batch.item.quantity = toTenths(batch.item.quantity + quantity)
    this.movements.push(movement)
  }
}

/** Tenths of what is weighed and poured by the litre, whole ones of all else. */
const inUnits = ({ unit }: StockedItem, amount: number) =>
  unit === 'kg' || unit === 'litres' ? toTenths(amount) : Math.round(amount)
