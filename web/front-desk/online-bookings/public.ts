/** Bookings from home, for the screens of appointments. */
export type { OnlineBookingsSearch } from './bookings-search.ts'
export { OnlineBookings } from './OnlineBookings.tsx'
export { OnlineBookingsLink } from './OnlineBookingsLink.tsx'
