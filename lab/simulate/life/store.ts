import {
  addInventoryItem,
  type InventoryItem,
  listInventoryItems,
  summarizeInventory,
} from '../../../contract/store/items.ts'
import {
  draftLowStockPurchaseOrders,
  type PurchaseOrder,
  previewLowStockPurchaseOrders,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { listBatches, listStockAlerts, moveStock } from '../../../contract/store/stock.ts'
import { addStorageLocation } from '../../../contract/store/storage-locations.ts'
import { addSupplier } from '../../../contract/store/suppliers.ts'
import { type Ward, wards } from '../../../contract/wards/wards.ts'
import { dayText } from '../../../server/demo/calendar.ts'
import storeContent from '../../../server/demo/content/store.json' with { type: 'json' }
import { type StockedItem, stockedItems } from '../../../server/demo/content.ts'
import { glovesOfBedDay, occupancy, wardAverages } from './averages.ts'
import { count, type Life } from './life.ts'

/** The number of beds in the demo hospital, for which `dailyUse` is meant. */
const demoBeds = 36
/** Days between two draws of one item by a ward, on average. */
const drawnEvery = 6
/** An item is ordered when its stock lasts for fewer days than this. */
const reserve = 10

interface Kept {
  id: string
  item: StockedItem
  dailyUse: number
}

/** The life of the store: use by the wards, orders, deliveries, counts and disposals. */
export class Store {
  readonly #life: Life
  readonly #kept: Kept[] = []
  #batches = 0

  constructor(life: Life) {
    this.#life = life
  }

  async setUp(): Promise<void> {
    const keeper = this.#life.staff.store.one()
    const supplierIds: string[] = []
    for (const { name, contact } of storeContent.suppliers) {
      supplierIds.push((await keeper.get(addSupplier, { body: { name, contact } })).id)
    }
    const locationIds: string[] = []
    for (const name of storeContent.locations)
      locationIds.push((await keeper.get(addStorageLocation, { body: { name } })).id)
    for (const item of stockedItems.slice(0, this.#life.size.items)) {
      const dailyUse = this.#useOf(item)
      const made = await keeper.get(addInventoryItem, {
        body: {
          name: item.name,
          category: item.category,
          unit: item.unit,
          packSize: item.packSize,
          description: item.description,
          reorderLevel: Math.ceil(dailyUse * reserve),
          cost: item.cost,
          supplierId: supplierIds[item.supplier] ?? null,
          storageLocationId: locationIds[item.location] ?? null,
          notes: null,
          quantity: Math.ceil(dailyUse * (reserve + this.#life.random.between(2, 30))) + 1,
          ...(item.shelfLife && { expiryDate: this.#expiry(item.shelfLife) }),
        },
      })
      this.#kept.push({ id: made.id, item, dailyUse })
    }
  }

  plan(): void {
    const { agenda, clock, random, size } = this.#life
    const at = (minutes: number, task: () => Promise<unknown>) =>
      agenda.at(clock.wall.momentAt(clock.day, minutes), task)
    for (const ward of wards) {
      for (const kept of this.#kept) {
        if (!random.chance(1 / drawnEvery)) continue
        const share = wardAverages[ward].share * drawnEvery * (0.7 + random.next() * 0.6)
        const quantity = Math.round(kept.dailyUse * share)
        if (quantity > 0) at(6 * 60 + random.below(8) * size.step, () => this.#issue(kept, ward, quantity))
      }
    }
    at(9 * 60, () => this.#order())
    at(13 * 60, () => this.#look())
    at(15 * 60, () => this.#throwAway())
    // Each item is counted about once a month.
    for (const kept of this.#kept) {
      if (random.chance(1 / 30)) at(16 * 60 + random.below(4) * size.step, () => this.#countShelf(kept))
    }
  }

  #useOf({ name, dailyUse }: StockedItem): number {
    const { beds } = this.#life.size
    const gloves = stockedItems.filter((item) => /examination glove/i.test(item.name))
    if (gloves.some((item) => item.name === name)) return (glovesOfBedDay * beds * occupancy) / gloves.length
    return (dailyUse * beds) / demoBeds
  }

  #expiry(shelfLife: number): string {
    const { clock, random } = this.#life
    // Some deliveries have been at the supplier's for a long time.
    return dayText(clock.day + Math.round(shelfLife * (0.1 + random.next() * 0.9)))
  }

  async #issue({ id }: Kept, ward: Ward, quantity: number): Promise<void> {
    const { agenda, clock, random, staff } = this.#life
    const told = await staff.store
      .one()
      .call(
        moveStock,
        { params: { id }, body: { kind: 'ISSUE', quantity, ward, patientId: null, reason: null } },
        { mayHear: ['not_enough_stock', 'stock_expired'] },
      )
    if (!told.isDone) return count(this.#life, `not issued: ${told.code}`)
    const [moved] = told.body.movements
    if (!moved || !random.chance(0.02)) return
    const back = Math.max(1, Math.floor(-moved.quantity / 4))
    const tomorrow = clock.wall.momentAt(clock.day + 1, 11 * 60)
    agenda.at(tomorrow, () =>
      staff.store.one().call(
        moveStock,
        {
          params: { id },
          body: {
            kind: 'RETURN',
            quantity: back,
            batchId: moved.batchId,
            ward,
            patientId: null,
            reason: null,
          },
        },
        { mayHear: ['over_returned'] },
      ),
    )
  }

  /** Orders low items as the screen suggests, sends the orders, and has them delivered within days. */
  async #order(): Promise<void> {
    const { agenda, clock, random, staff } = this.#life
    const keeper = staff.store.one()
    const { plan, orders } = await keeper.get(previewLowStockPurchaseOrders)
    if (orders.length === 0) return
    const drafted = await keeper.call(
      draftLowStockPurchaseOrders,
      { body: { plan } },
      { mayHear: ['reorder_changed', 'nothing_to_order'] },
    )
    for (const { id } of drafted.body ?? []) {
      const sent = await keeper.call(sendPurchaseOrder, { params: { id } })
      if (!sent.isDone) continue
      const day = clock.day + random.between(2, 6)
      const delivered = clock.wall.momentAt(day, random.between(10 * 60, 14 * 60))
      agenda.at(delivered, () => this.#receive(sent.body))
    }
  }

  /** One of ten deliveries lacks something, which comes two days later. */
  async #receive({ id, lines }: PurchaseOrder): Promise<void> {
    const { agenda, clock, random, staff } = this.#life
    const isShort = lines.length > 1 && random.chance(0.1)
    const here = isShort ? lines.slice(1) : lines
    const told = await staff.store.one().call(receivePurchaseOrder, {
      params: { id },
      body: {
        lines: here.map(({ id: lineId, quantity, cost, inventoryItemId }) => {
          const kept = this.#kept.find((one) => one.id === inventoryItemId)
          const shelfLife = kept?.item.shelfLife
          return {
            lineId,
            quantity,
            batchNumber: `L${++this.#batches}`,
            cost: Math.max(0.01, Math.round(cost * (0.95 + random.next() * 0.1) * 100) / 100),
            ...(shelfLife && { expiryDate: this.#expiry(shelfLife) }),
          }
        }),
      },
    })
    if (!told.isDone || !isShort) return
    const later = clock.wall.momentAt(clock.day + 2, 12 * 60)
    agenda.at(later, () => this.#receive({ ...told.body, lines: lines.slice(0, 1) }))
  }

  async #look(): Promise<void> {
    const keeper = this.#life.staff.store.one()
    await keeper.call(summarizeInventory)
    await keeper.call(listInventoryItems, { query: { lowStock: 'true', limit: 50 } })
    await keeper.call(listInventoryItems, { query: { search: 'gloves' } })
  }

  /** Disposes of expired stock, and of a breakage now and then. */
  async #throwAway(): Promise<void> {
    const { random, staff } = this.#life
    const keeper = staff.store.one()
    for (const { kind, inventoryItemId: id } of (await keeper.get(listStockAlerts)).items) {
      if (kind !== 'EXPIRED') continue
      for (const { id: batchId, isExpired, quantity } of await keeper.get(listBatches, { params: { id } })) {
        if (!isExpired) continue
        const body = { kind: 'DISPOSE', cause: 'EXPIRED', quantity, batchId, reason: null } as const
        await keeper.call(moveStock, { params: { id }, body }, { mayHear: ['not_enough_stock'] })
      }
    }
    const broken = random.pick(this.#kept)
    const [batch] = await keeper.get(listBatches, { params: { id: broken.id } })
    if (!batch || !random.chance(0.5)) return
    const body = { kind: 'DISPOSE', cause: 'DAMAGED', quantity: 1, batchId: batch.id, reason: null } as const
    await keeper.call(moveStock, { params: { id: broken.id }, body }, { mayHear: ['not_enough_stock'] })
  }

  async #countShelf({ id }: Pick<Kept, 'id'> & { id: InventoryItem['id'] }): Promise<void> {
    const { random, staff } = this.#life
    const keeper = staff.store.one()
    for (const { id: batchId, quantity } of await keeper.get(listBatches, { params: { id } })) {
      const counted = Math.max(0, Math.round(quantity) - (random.chance(0.3) ? random.between(0, 2) : 0))
      if (counted === quantity) continue
      const body = {
        kind: 'ADJUST' as const,
        counted,
        onRecord: quantity,
        batchId,
        reason: 'Monthly count',
      }
      await keeper.call(moveStock, { params: { id }, body }, { mayHear: ['stock_moved'] })
    }
  }
}
