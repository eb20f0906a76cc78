/** The kinds of things in the store that addresses name too: a screen that reads an address needs none of the forms. */

export const itemCategories = ['MEDICINE', 'EQUIPMENT', 'SUPPLIES'] as const
export type ItemCategory = (typeof itemCategories)[number]

export const itemSortKeys = ['name', 'quantity', 'cost', 'expiryDate'] as const

export const movementKinds = ['RECEIVE', 'ISSUE', 'RETURN', 'ADJUST', 'DISPOSE'] as const
export type MovementKind = (typeof movementKinds)[number]

export const disposeCauses = ['EXPIRED', 'DAMAGED'] as const
export type DisposeCause = (typeof disposeCauses)[number]

export const purchaseOrderStatuses = ['DRAFT', 'SENT', 'RECEIVED', 'CANCELLED'] as const
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]

export const alertKinds = ['LOW', 'OUT', 'EXPIRING', 'EXPIRED'] as const

/** The small lists beside the inventory. */
export const storeListNames = ['suppliers', 'locations'] as const
export type StoreListName = (typeof storeListNames)[number]
