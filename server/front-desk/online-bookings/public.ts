export { bookingMails } from './mails.ts'
