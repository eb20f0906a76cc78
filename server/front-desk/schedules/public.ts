export { type Asked, colleaguesFree, nextFree } from './availability.ts'
export { isOutsideHours } from './queries.ts'
