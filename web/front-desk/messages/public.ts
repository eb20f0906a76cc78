/** Messages to patients that could not be sent, for the screens of appointments. */
export { FailedMessagesLink } from './FailedMessagesLink.tsx'
