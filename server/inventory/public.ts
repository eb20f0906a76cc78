/** What purchase orders do with the stock, and what another day does with it. */
export { receiveStock } from './movements.ts'
export { itemById, refreshExpiryAlerts } from './queries.ts'
