export { type Asked, colleaguesFree, nextFree, plusDays } from './availability.ts'
export { isOutsideHours } from './queries.ts'
