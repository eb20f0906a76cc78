import {
  IconAlertTriangle,
  IconCircleX,
  IconClockExclamation,
  IconPackage,
  IconShoppingCart,
} from '@tabler/icons-react'
import { useCallback } from 'react'
import type { ItemUnit, StockStatus } from '../../../contract/store/items.ts'
import type { alertKinds, DisposeCause, ItemCategory, MovementKind } from '../../../contract/store/kinds.ts'
import type { Batch } from '../../../contract/store/stock.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { formatDay, formatNumber } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const categoryNames: Record<ItemCategory, string> = {
  MEDICINE: 'Medicine',
  EQUIPMENT: 'Equipment',
  SUPPLIES: 'Supplies',
}

export const stockLooks: Record<StockStatus, StatusLook> = {
  IN_STOCK: { word: 'In Stock', icon: IconPackage, tone: 'green' },
  NEED_REORDER: { word: 'Need Reorder', icon: IconShoppingCart, tone: 'blue' },
  LOW_STOCK: { word: 'Low Stock', icon: IconAlertTriangle, tone: 'amber' },
  OUT_OF_STOCK: { word: 'Out of Stock', icon: IconCircleX, tone: 'red' },
}

export const expiredLook: StatusLook = { word: 'Expired', icon: IconClockExclamation, tone: 'violet' }

export const alertLooks: Record<(typeof alertKinds)[number], StatusLook> = {
  LOW: stockLooks.LOW_STOCK,
  OUT: stockLooks.OUT_OF_STOCK,
  EXPIRING: { ...expiredLook, word: 'Expiring' },
  EXPIRED: expiredLook,
}

/** A movement as a button, as what is being done, and as what was done. */
export const movementWords: Record<MovementKind, { verb: string; doing: string; done: string }> = {
  RECEIVE: { verb: 'Receive', doing: 'Receiving…', done: 'Received' },
  ISSUE: { verb: 'Issue', doing: 'Issuing…', done: 'Issued' },
  RETURN: { verb: 'Return', doing: 'Returning…', done: 'Returned' },
  ADJUST: { verb: 'Adjust', doing: 'Adjusting…', done: 'Adjusted' },
  DISPOSE: { verb: 'Dispose', doing: 'Disposing…', done: 'Disposed of' },
}

export const causeNames: Record<DisposeCause, string> = { EXPIRED: 'Expired', DAMAGED: 'Damaged' }

/** 1200, 'tablets' → '1,200 tablets' */
export function amountOf(quantity: number, unit: ItemUnit): string {
  return `${formatQuantity(quantity)} ${unit}`
}

/** Three decimals at most, none that say nothing. */
export function formatQuantity(quantity: number): string {
  return formatNumber(quantity)
}

/** 'A2401, expires 21 Nov 2027, 40 tablets' */
export function batchWords(batch: Batch, unit: ItemUnit): string {
  const expiry = batch.expiryDate
    ? `${batch.isExpired ? 'expired' : 'expires'} ${formatDay(batch.expiryDate)}`
    : 'no expiry'
  return `${batch.batchNumber}, ${expiry}, ${amountOf(batch.quantity, unit)}`
}

/** Writes amounts of the hospital's currency, with its usual decimals: 2. */
export function useMoney(): (amount: number) => string {
  const { currency } = useSite()
  return useCallback(
    (amount) =>
      amount
        .toLocaleString('en-US', {
          style: 'currency',
          currency,
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        })
        .replace('-', '−'),
    [currency],
  )
}

/** Where there is little room: 12345 → '12.3K', 960.8 → '961' */
export function shortAmount(amount: number): string {
  const decimals = Math.abs(amount) < 10 ? 2 : Math.abs(amount) < 1000 ? 0 : 1
  return amount.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: decimals })
}

/** As people type it ('1,200', '0.5'); undefined for nothing, NaN for what is no number. */
export function readAmount(typed: string): number | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  return Number(text.replace('−', '-'))
}

/** Whether two amounts as people type them are the same. */
export function sameAmount(one: string, other: string): boolean {
  return one.trim() === other.trim() || readAmount(one) === readAmount(other)
}
