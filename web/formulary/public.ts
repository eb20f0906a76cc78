/** What prescribing uses of the formulary. */
export { formularyQuery } from './queries.ts'
