/** Stock, for purchase orders, for prescriptions and for the jobs of a new day. */

/** The store's issues to a patient and returns, for the patient's record. */
export { movementKey, movementsByKeys } from './ledger.ts'
export { lockItems, refreshExpiryAlerts, stockNamed } from './queries.ts'
export { type Receipt, RefusedReceipt, receiveStock } from './receipts.ts'
