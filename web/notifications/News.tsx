import type { Notification } from '../../contract/staff/notifications.ts'
import { notificationWords } from './words.ts'

/** What has just arrived, for those who can't see it come. */
export function News({ news, timeZone }: { news: Notification; timeZone: string }) {
  const { title, detail } = notificationWords(news, timeZone)
  return `New notification: ${title}${detail ? `. ${detail}` : ''}`
}
