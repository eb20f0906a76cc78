export { type Asked, clinicOn, colleaguesFree, nextFree, placeAt } from './availability.ts'
export { isOutsideHours } from './queries.ts'
