/** What other nouns' screens use of purchase orders. */
export { ReorderLowStock } from './ReorderLowStock.tsx'
