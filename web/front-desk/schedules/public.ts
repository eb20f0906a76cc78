/** Doctors' hours and their free places, for booking and for the calendar. */
export { dayOfSessionsQuery, nextFreeQuery, schedulesQuery } from './queries.ts'
