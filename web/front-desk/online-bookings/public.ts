/** Bookings from home, for the screens of appointments. */
export { OnlineBookingsLink } from './OnlineBookingsLink.tsx'
