export { notesByIds } from './queries.ts'
