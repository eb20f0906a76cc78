import { largestPage } from '../../contract/api/page.ts'
import { listNotifications, type Notification } from '../../contract/staff/notifications.ts'
import type { Client } from '../testing/client.ts'

/** What somebody is told, newest first: all of it, or what is about something. */
export async function toldOf(
  person: Client,
  isAbout: (notification: Notification) => boolean = () => true,
): Promise<Notification[]> {
  const { body } = await person.call(listNotifications, { query: { limit: largestPage } })
  return body.items.filter(isAbout)
}
