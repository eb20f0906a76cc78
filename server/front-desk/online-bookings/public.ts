export { bookingMails } from './mails.ts'
export { isBookedFromHome } from './queries.ts'
