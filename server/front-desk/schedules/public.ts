export { type Asked, clinicBetween, clinicOn, colleaguesFree, nextFree, placeAt } from './availability.ts'
export { type OfferedDay, placesOffered } from './offered.ts'
export { isOutsideHours } from './queries.ts'
export { roomOfSitting, sittingOf } from './sitting.ts'
