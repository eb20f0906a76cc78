/** What purchase orders do with the stock. */
export { receiveStock } from './movements.ts'
export { itemById } from './queries.ts'
