/** What other nouns' screens use of purchase orders. */
export { orderListQuery } from './queries.ts'
export { ReorderLowStock } from './reorder/ReorderLowStock.tsx'
export { orderLooks } from './words.ts'
