import { suggestedReorder } from '../../../contract/stock.ts'
import type { Practice } from '../appointments.ts'
import { minute } from '../calendar.ts'
import { type StockedItem, stockedItems } from '../content.ts'
import { kinds as populationKinds } from '../population.ts'
import { type Random, randomFrom, uuidAt } from '../random.ts'

/** The kinds of thing of the store that have ids and random numbers of their own. */
export const kinds = {
  supplier: 40,
  location: 41,
  item: 42,
  batch: 43,
  order: 44,
  line: 45,
  use: 46,
  price: 47,
} as const
/** Days. */
export const historyLength = 100
const deliveryTakes = 4
/** In how many days the leftovers expire. */
const leftovers = [12, -5, 34, 58, 21, 77, -2, 45, -24, -51]
const wardShares = [
  ['GENERAL', 40],
  ['ICU', 18],
  ['EMERGENCY', 22],
  ['PEDIATRIC', 9],
  ['MATERNITY', 8],
  ['PSYCHIATRIC', 3],
] as const

interface Shelf {
  index: number
  id: string
  item: StockedItem
  random: Random
  batches: Batch[]
  /** In thousandths of its unit, as every quantity here: sums stay exact. */
  quantity: number
  /** Nobody looked after this one lately. */
  neglected: boolean
  ordered: boolean
}
interface Batch {
  id: string
  number: string
  /** As `dayNumber`. */
  expiry: number | null
  quantity: number
  /** Of one unit. */
  cost: number
  at: number
}
interface Order {
  id: string
  number: number
  supplier: number
  status: 'DRAFT' | 'SENT' | 'RECEIVED' | 'CANCELLED'
  day: number
  lines: { id: string; shelf: Shelf; quantity: number; cost: number; received: number }[]
  receivedAt: number | null
}
interface Movement {
  at: number
  shelf: Shelf
  batch: Batch
  kind: 'RECEIVE' | 'ISSUE' | 'RETURN' | 'ADJUST' | 'DISPOSE'
  quantity: number
  reason?: string
  cause?: 'EXPIRED' | 'DAMAGED'
  ward?: string
  patientId?: string
  lineId?: string
}

/** What happened in the store, day by day: deliveries, use, returns, counts and orders. */
export class Store {
  readonly shelves: Shelf[]
  readonly orders: Order[] = []
  readonly movements: Movement[] = []
  private readonly practice: Practice
  private batchesMade = 0
  private linesMade = 0

  constructor(practice: Practice) {
    this.practice = practice
    const { seed, today, clock } = practice
    this.shelves = stockedItems.map((item, index) => ({
      index,
      id: uuidAt(seed, kinds.item, index),
      item,
      random: randomFrom(seed, kinds.use, index),
      batches: [],
      quantity: 0,
      neglected: index % 8 === 4,
      ordered: false,
    }))
    const opening = today - historyLength
    for (const shelf of this.shelves) {
      const { item, random } = shelf
      // Some of a few items outlives its date, or is about to.
      const lasting = item.shelfLife === null ? undefined : leftovers[(shelf.index - 2) / 7]
      const older = whole(
        item,
        lasting === undefined
          ? item.reorderLevel * (0.5 + random.next() * 0.4)
          : item.dailyUse * historyLength * 1.12 + item.reorderLevel * 0.1,
      )
      const newer = whole(item, item.reorderLevel * (1 + random.next()))
      const at = clock.momentAt(opening, 7 * 60 + shelf.index)
      const expiresSoon = today + (lasting ?? 20 + random.below(80))
      const cost = this.priceOn(opening, shelf)
      this.receive(shelf, at, older, item.shelfLife && expiresSoon, cost, { reason: 'Opening stock' })
      const later = item.shelfLife && opening + Math.round(item.shelfLife * (0.4 + random.next() * 0.4))
      this.receive(shelf, at, newer, later && Math.max(later, today + 30), cost, { reason: 'Opening stock' })
    }
  }

  liveThrough(day: number) {
    const { today, clock, now } = this.practice
    for (const order of this.orders) if (order.status === 'SENT') this.deliver(order, day)
    for (const shelf of this.shelves) {
      if (clock.momentAt(day, 8 * 60) < now) this.use(shelf, day)
      if (day < today - 12) this.disposeExpired(shelf, day)
    }
    const weekday = (day + 4) % 7
    if (weekday === 1 || weekday === 4) this.reorder(day)
    this.leaveOpenOrders(today - day, day)
  }

  private use(shelf: Shelf, day: number) {
    const { clock, now, size, seed } = this.practice
    const { random, item } = shelf
    const weekday = (day + 4) % 7
    const share = weekday === 0 || weekday === 6 ? 0.6 : 1.1
    // What is used a lot is fetched daily; the rest when somebody comes for it.
    const trips = item.dailyUse >= 1 ? (random.chance(0.75) ? 1 : 0) : random.chance(item.dailyUse) ? 1 : 0
    const isBusy = item.dailyUse > 60 && random.chance(0.5)
    for (let trip = 0; trip < trips + (isBusy && trips > 0 ? 1 : 0); trip++) {
      const amount = item.dailyUse >= 1 ? item.dailyUse * share * (0.7 + random.next() * 1.1) : 1
      const wanted = whole(item, isBusy ? amount / 2 : amount) || 1000
      const at = clock.momentAt(day, random.between(8 * 60, 17 * 60))
      if (at > now) return
      const toPatient = size > 40 && item.category === 'MEDICINE' && random.chance(0.12)
      const recipient = toPatient
        ? { patientId: uuidAt(seed, populationKinds.patient, random.below(Math.floor(size / 2))) }
        : { ward: random.weigh(wardShares) }
      this.issue(shelf, at, wanted, day, recipient)
    }
    const at = clock.momentAt(day, 17 * 60 + random.between(5, 50))
    if (at > now) return
    const batch = shelf.batches.findLast(({ quantity }) => quantity > 0)
    if (!batch) return
    if (random.chance(0.006)) {
      this.returnLast(shelf, at)
    } else if (batch.quantity > 2000 && random.chance(0.005)) {
      this.book({
        at,
        shelf,
        batch,
        kind: 'ADJUST',
        quantity: -1000,
        reason: 'Counted: one less than booked',
      })
    } else if (random.chance(0.003) && batch.quantity > 3000) {
      this.book({
        at,
        shelf,
        batch,
        kind: 'DISPOSE',
        quantity: -2000,
        cause: 'DAMAGED',
        reason: 'Package broken',
      })
    }
  }

  private issue(
    shelf: Shelf,
    at: number,
    wanted: number,
    day: number,
    recipient: { ward?: string; patientId?: string },
  ) {
    let rest = wanted
    const usable = shelf.batches
      .filter(({ quantity, expiry }) => quantity > 0 && (expiry === null || expiry >= day))
      .sort((one, other) => (one.expiry ?? Infinity) - (other.expiry ?? Infinity))
    for (const batch of usable) {
      const taken = Math.min(rest, batch.quantity)
      if (taken === 0) return
      this.book({ at, shelf, batch, kind: 'ISSUE', quantity: -taken, ...recipient })
      rest -= taken
    }
  }

  /** A ward brings back a little of what it fetched last. */
  private returnLast(shelf: Shelf, at: number) {
    const last = this.movements.findLast(
      (movement) => movement.shelf === shelf && movement.ward !== undefined && movement.at < at,
    )
    if (last?.kind !== 'ISSUE' || !last.ward) return
    const { batch, ward } = last
    const quantity = Math.min(1000, -last.quantity)
    this.book({ at, shelf, batch, kind: 'RETURN', quantity, ward, reason: 'Not needed' })
  }

  private disposeExpired(shelf: Shelf, day: number) {
    for (const batch of shelf.batches) {
      if (batch.expiry === null || batch.expiry >= day || batch.quantity === 0) continue
      this.book({
        at: this.practice.clock.momentAt(day, 7 * 60 + 30),
        shelf,
        batch,
        kind: 'DISPOSE',
        quantity: -batch.quantity,
        cause: 'EXPIRED',
      })
    }
  }

  private reorder(day: number) {
    const { today } = this.practice
    const due = this.shelves.filter((shelf) => {
      const { item, quantity, ordered, neglected } = shelf
      if (ordered || (neglected && day > today - 30)) return false
      return quantity <= item.reorderLevel * 1000 * 1.15
    })
    for (const [supplier, shelves] of Map.groupBy(due, ({ item }) => item.supplier)) {
      const order = this.draft(supplier, shelves, day)
      order.status = this.orders.length % 9 === 5 && day < today - 20 ? 'CANCELLED' : 'SENT'
      if (order.status === 'SENT') for (const shelf of shelves) shelf.ordered = true
    }
  }

  private draft(supplier: number, shelves: readonly Shelf[], day: number): Order {
    const order: Order = {
      id: uuidAt(this.practice.seed, kinds.order, this.orders.length),
      number: 1001 + this.orders.length,
      supplier,
      status: 'DRAFT',
      day,
      lines: shelves.map((shelf) => {
        const { item, quantity } = shelf
        const wanted = suggestedReorder(quantity / 1000, item.reorderLevel, item.dailyUse, 0)
        const id = uuidAt(this.practice.seed, kinds.line, this.linesMade++)
        return {
          id,
          shelf,
          quantity: Math.max(1, wanted) * 1000,
          cost: this.priceOn(day, shelf),
          received: 0,
        }
      }),
      receivedAt: null,
    }
    this.orders.push(order)
    return order
  }

  /** Each delivery is whole, but the one that is on its way now: half of its lines came. */
  private deliver(order: Order, day: number) {
    const { clock, today, now } = this.practice
    const at = clock.momentAt(day, 5 * 60 + 40)
    if (day < order.day + deliveryTakes || at > now || order.receivedAt !== null) return
    const isSplit = day > today - 6 && order.lines.length > 2
    order.lines.forEach((line, index) => {
      if (isSplit && index % 2 === 1) return
      const { shelf } = line
      const { shelfLife } = shelf.item
      const expiry = shelfLife && day + Math.round(shelfLife * (0.6 + shelf.random.next() * 0.4))
      line.received = line.quantity
      this.receive(shelf, at + index * minute, line.quantity, expiry, line.cost, {
        reason: `Order PO${order.number}`,
        lineId: line.id,
      })
      shelf.ordered = false
    })
    order.receivedAt = at + order.lines.length * minute
    if (!isSplit) order.status = 'RECEIVED'
  }

  /**
   * Adds a cancelled order, one that was sent, and two drafts. Each is made on its own day, so that numbers follow
   * days.
   */
  private leaveOpenOrders(daysAgo: number, day: number) {
    const free = (supplier: number) =>
      this.shelves.filter(
        ({ item, ordered, quantity }) =>
          item.supplier === supplier && !ordered && quantity <= item.reorderLevel * 1500,
      )
    if (daysAgo === 9 && !this.orders.some(({ status }) => status === 'CANCELLED')) {
      this.draft(1, this.shelves.filter(({ item }) => item.supplier === 1).slice(0, 2), day).status =
        'CANCELLED'
    }
    const onItsWay = daysAgo === 1 ? free(3).slice(0, 2) : []
    if (onItsWay.length > 0) this.draft(3, onItsWay, day).status = 'SENT'
    for (const shelf of onItsWay) shelf.ordered = true
    for (const supplier of daysAgo === 0 ? [2, 4] : []) {
      const shelves = free(supplier).slice(0, 3)
      if (shelves.length > 0) this.draft(supplier, shelves, day)
    }
  }

  /** Suppliers ask a little less or more than the list says, and a little more each month. */
  private priceOn(day: number, { index, item }: Shelf): number {
    const { seed, today } = this.practice
    const ago = today - day
    const swing = randomFrom(seed, kinds.price, index * 1000 + ago).next() * 0.06 - 0.03
    return Math.max(0.01, Math.round(item.cost * (1 + swing - ago * 0.0004) * 100) / 100)
  }

  private receive(
    shelf: Shelf,
    at: number,
    quantity: number,
    expiry: number | null,
    cost: number,
    why: { reason: string; lineId?: string },
  ) {
    if (quantity === 0) return
    const batch: Batch = {
      id: uuidAt(this.practice.seed, kinds.batch, this.batchesMade++),
      number: `${'ABCDEFGHJKLMNPRSTVWX'[shelf.index % 20]}${String(24000 + shelf.index * 13 + shelf.batches.length * 7)}`,
      expiry,
      quantity: 0,
      cost,
      at,
    }
    shelf.batches.push(batch)
    this.book({ at, shelf, batch, kind: 'RECEIVE', quantity, ...why })
  }

  private book(movement: Movement) {
    movement.batch.quantity += movement.quantity
    movement.shelf.quantity += movement.quantity
    this.movements.push(movement)
  }

  /** All movements as time went, each with the item's balance after it. */
  ledger(): (Movement & { balance: number })[] {
    const balances = new Map<Shelf, number>()
    return this.movements
      .toSorted((one, other) => one.at - other.at)
      .map((movement) => {
        const balance = (balances.get(movement.shelf) ?? 0) + movement.quantity
        balances.set(movement.shelf, balance)
        return { ...movement, balance }
      })
  }
}

/** In thousandths: tenths of what is weighed and poured by the litre, whole ones of all else. */
function whole({ unit }: StockedItem, amount: number): number {
  return unit === 'kg' || unit === 'litres' ? Math.round(amount * 10) * 100 : Math.round(amount) * 1000
}
