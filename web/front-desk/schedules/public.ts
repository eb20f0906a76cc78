/** Doctors' hours and their free places, for booking and for the calendar. */
export { placeWords } from './place-words.ts'
export { dayOfSessionsQuery, freePlacesQuery, nextFreeQuery } from './queries.ts'
