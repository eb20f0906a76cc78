/** The inventory, for the screens of other nouns. */
export { writtenIssue } from './ledger/written-issue.tsx'
export { availabilityQuery, itemListQuery, itemQuery } from './queries.ts'
export { ExpiryField } from './stock/ExpiryField.tsx'
export { amountOf, formatQuantity, readAmount, sameAmount, useMoney } from './words.ts'
