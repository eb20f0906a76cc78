import type { FailedMessage, MessageKind } from '../../../contract/front-desk/messages.ts'

/** The subject of a message. */
export const kindWords: Record<MessageKind, string> = {
  REMINDER: 'Reminder',
  MOVED: 'New time',
  CANCELLED: 'Cancelled',
}

export function whyWords({ channel, failure }: Pick<FailedMessage, 'channel' | 'failure'>): string {
  if (failure === 'REFUSED')
    return channel === 'EMAIL' ? 'The e-mail address was refused' : 'The phone number was refused'
  return channel === 'EMAIL' ? 'The mail server can’t be reached' : 'The message gateway can’t be reached'
}
