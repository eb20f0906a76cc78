export { type Asked, clinicOn, colleaguesFree, nextFree } from './availability.ts'
export { isOutsideHours } from './queries.ts'
