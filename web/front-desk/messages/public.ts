/** Messages to patients that could not be sent, for the screens of appointments. */
export { FailedMessages } from './FailedMessages.tsx'
export { FailedMessagesLink } from './FailedMessagesLink.tsx'
