export const itemCategories = ['MEDICINE', 'EQUIPMENT', 'SUPPLIES'] as const
export type ItemCategory = (typeof itemCategories)[number]
export const itemUnits = ['pcs', 'ml', 'tablets', 'kg', 'litres'] as const
export type ItemUnit = (typeof itemUnits)[number]

/** Low at or below the reorder level, in need of reorder up to 1.5 times it. */
export const stockStatuses = ['IN_STOCK', 'NEED_REORDER', 'LOW_STOCK', 'OUT_OF_STOCK'] as const
export type StockStatus = (typeof stockStatuses)[number]

export const movementKinds = ['RECEIVE', 'ISSUE', 'RETURN', 'ADJUST', 'DISPOSE'] as const
export type MovementKind = (typeof movementKinds)[number]
export const disposeCauses = ['EXPIRED', 'DAMAGED'] as const
export const alertKinds = ['LOW', 'OUT', 'EXPIRING', 'EXPIRED'] as const

/** The batch that the creation form's quantity goes to when it names none. */
export const openingBatch = 'OPENING'

/** Days of use that a reorder covers beyond the reorder level. */
const reorderCovers = 30

/**
 * How much to order, in whole units: to twice the reorder level, or to thirty days of use above it, whichever is more,
 * less what is there and on order.
 */
export function suggestedReorder(
  quantity: number,
  reorderLevel: number,
  dailyUse: number,
  onOrder: number,
): number {
  const wanted = Math.max(reorderLevel * 2, reorderLevel + dailyUse * reorderCovers)
  return Math.max(0, Math.ceil(wanted - quantity - onOrder))
}
