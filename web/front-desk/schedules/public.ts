/** Doctors' hours and their free places, for booking and for the calendar. */
export { dayOfSessionsQuery, nextFreeQuery } from './queries.ts'
