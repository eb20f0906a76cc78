import { largestPage } from '../../../contract/api/page.ts'
import { listNotifications, type Notification } from '../../../contract/people/notifications.ts'
import type { Client } from '../client.ts'

/** Somebody's notifications, newest first: all, or those about something. */
export async function toldOf(
  person: Client,
  isAbout: (notification: Notification) => boolean = () => true,
): Promise<Notification[]> {
  const { body } = await person.call(listNotifications, { query: { limit: largestPage } })
  return body.items.filter(isAbout)
}
