/** Purchase orders, for the screens of other nouns. */
export { orderListQuery } from './queries.ts'
export { ReorderLowStock } from './reorder/ReorderLowStock.tsx'
export { orderLooks } from './words.ts'
