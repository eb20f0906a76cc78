/** The formulary, for prescribing. */
export { formularyQuery } from './queries.ts'
