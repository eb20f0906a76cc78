export { formulary } from './queries.ts'
