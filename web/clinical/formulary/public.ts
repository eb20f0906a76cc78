/** What prescribing needs from the formulary. */
export { formularyQuery } from './queries.ts'
