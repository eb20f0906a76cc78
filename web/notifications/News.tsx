import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '../../contract/staff/notifications.ts'
import { useNotificationActions } from './queries.ts'
import { notificationWords } from './words.ts'

export interface NewsProps {
  news: Notification
  timeZone: string
  /** The browser itself shows it where nobody looks at this tab. */
  isOnDevice: boolean
}

/** What has just arrived, for those who can't see it come. */
export function News({ news, timeZone, isOnDevice }: NewsProps) {
  const { title, detail } = notificationWords(news, timeZone)
  const router = useRouter()
  const actions = useNotificationActions()
  const event = `${news.id} ${news.raisedAt}`

  const showOnDevice = useEffectEvent(() => {
    if (!isOnDevice || (document.visibilityState === 'visible' && document.hasFocus())) return
    const { lead } = notificationWords(news, timeZone)
    // Of several tabs, the tag has the browser show it once.
    const shown = new window.Notification(title, { tag: event, ...(detail && { body: detail }) })
    shown.onclick = () => {
      shown.close()
      window.focus()
      void router.navigate(lead)
      // What was not marked can be marked in the list.
      actions.read(news.id).catch(() => undefined)
    }
  })
  useEffect(() => showOnDevice(), [event])

  return `New notification: ${title}${detail ? `. ${detail}` : ''}`
}
