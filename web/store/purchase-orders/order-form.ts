import type { InventoryItem, ItemUnit } from '../../../contract/store/items.ts'
import {
  outstandingOf,
  type PurchaseOrder,
  PurchaseOrderForm,
  ReceiptForm,
} from '../../../contract/store/purchase-orders.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { readAmount, sameAmount } from '../items/public.ts'

/** The form values of a draft order. */
export interface OrderValues {
  supplierId: string | null
  notes: string
  neededBy: string
  lines: {
    inventoryItemId: string
    inventoryItemName: string
    unit: ItemUnit
    packSize: number | null
    quantity: string
    cost: string
  }[]
}

export function blankOrder(): OrderValues {
  return { supplierId: null, notes: '', neededBy: '', lines: [] }
}

export function orderValues({ supplierId, notes, neededBy, lines }: PurchaseOrder): OrderValues {
  return {
    supplierId,
    notes: notes ?? '',
    neededBy: neededBy ?? '',
    lines: lines.map(({ inventoryItemId, inventoryItemName, unit, packSize, quantity, cost }) => ({
      inventoryItemId,
      inventoryItemName,
      unit,
      packSize,
      quantity: String(quantity),
      cost: cost.toFixed(2),
    })),
  }
}

/** Whether two lists order the same items in the same quantities at the same cost. */
export function sameLines(one: OrderValues['lines'], other: OrderValues['lines']): boolean {
  return (
    one.length === other.length &&
    one.every(({ inventoryItemId, quantity, cost }, place) => {
      const line = other[place]
      return (
        line?.inventoryItemId === inventoryItemId &&
        sameAmount(line.quantity, quantity) &&
        sameAmount(line.cost, cost)
      )
    })
  )
}

export function lineOf({ id, name, unit, packSize, cost }: InventoryItem): OrderValues['lines'][number] {
  return { inventoryItemId: id, inventoryItemName: name, unit, packSize, quantity: '', cost: cost.toFixed(2) }
}

function orderOf({ supplierId, notes, neededBy, lines }: OrderValues) {
  return {
    supplierId,
    notes,
    neededBy,
    lines: lines.map(({ inventoryItemId, quantity, cost }) => ({
      inventoryItemId,
      quantity: readAmount(quantity),
      cost: readAmount(cost),
    })),
  }
}

export const orderSchema = typedForm(PurchaseOrderForm, orderOf, ({ neededBy }) => [['neededBy', neededBy]])

/** The lines as they stand in the form, one below the other. */
export function lineWords(lines: OrderValues['lines']): string {
  const words = lines.map(
    ({ inventoryItemName, quantity, unit, cost }) =>
      `${inventoryItemName}: ${quantity.trim() || 'no'} ${unit} at ${cost.trim() || 'no cost'}`,
  )
  return words.join('\n') || 'None'
}

/** Quantity times cost over all lines that can be read. */
export function totalOf({ lines }: OrderValues): number {
  const cents = lines.reduce((sum, { quantity, cost }) => {
    const line = (readAmount(quantity) ?? 0) * (readAmount(cost) ?? 0)
    return sum + (Number.isFinite(line) ? line : 0)
  }, 0)
  return Math.round(cents * 100) / 100
}

/** The values of a delivery's form: every outstanding line; an empty quantity did not arrive. */
export interface ReceiptValues {
  lines: {
    lineId: string
    inventoryItemName: string
    unit: ItemUnit
    /** The line's received quantity when this was entered. */
    received: number
    quantity: string
    batchNumber: string
    expiryDate: string
  }[]
  attemptKey: string
}

export function receiptValues({ lines }: PurchaseOrder): ReceiptValues {
  return {
    lines: lines
      .filter((line) => outstandingOf(line) > 0)
      .map((line) => ({
        lineId: line.id,
        inventoryItemName: line.inventoryItemName,
        unit: line.unit,
        received: line.received,
        quantity: String(outstandingOf(line)),
        batchNumber: '',
        expiryDate: '',
      })),
    attemptKey: newAttemptKey(),
  }
}

/** The indexes of the received lines: those with a quantity. */
export function placesThatCame({ lines }: ReceiptValues): number[] {
  return lines.flatMap(({ quantity }, place) => (isNone(quantity) ? [] : [place]))
}

function isNone(quantity: string): boolean {
  return quantity.trim() === '' || readAmount(quantity) === 0
}

function receiptOf(values: ReceiptValues) {
  return {
    lines: values.lines
      .filter(({ quantity }) => !isNone(quantity))
      .map(({ lineId, received, quantity, batchNumber, expiryDate }) => ({
        lineId,
        received,
        quantity: readAmount(quantity),
        batchNumber,
        expiryDate,
      })),
  }
}

export const receiptSchema = typedForm(
  ReceiptForm,
  receiptOf,
  (values) => values.lines.map(({ expiryDate }, place) => [`lines.${place}.expiryDate`, expiryDate] as const),
  // Lines that did not arrive are not sent, so problems are mapped back to the lines of the form.
  (path, values) => atPlace(path.map(String).join('.'), values).split('.'),
)

/** 'lines.1.quantity' of what was sent, as the path of that line in the form. */
export function atPlace(path: string, values: ReceiptValues): string {
  return path.replace(
    /^lines\.(\d+)/,
    (_, sent: string) => `lines.${placesThatCame(values)[Number(sent)] ?? sent}`,
  )
}

export function receiptBody(values: ReceiptValues) {
  return ReceiptForm.parse(receiptOf(values))
}
