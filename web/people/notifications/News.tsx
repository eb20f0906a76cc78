import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Notification } from '../../../contract/people/notifications.ts'
import { useNotificationActions } from './queries.ts'
import { newsWords, notificationWords } from './words.ts'

interface NewsProps {
  /** All that is recent, also what was said already. */
  news: readonly Notification[]
  timeZone: string
  /** The browser itself shows it where nobody looks at this tab. */
  isOnDevice: boolean
}

const eventOf = ({ id, raisedAt }: Notification) => `${id} ${raisedAt}`

/** Announces what has just arrived to screen readers: everything that came at once in one go, and each once. */
export function News({ news, timeZone, isOnDevice }: NewsProps) {
  const router = useRouter()
  const actions = useNotificationActions()
  const [{ arrived, said }, say] = useState(() => ({ arrived: news, said: new Set(news.map(eventOf)) }))
  const unsaid = news.filter((one) => !said.has(eventOf(one)))
  if (unsaid.length > 0) say({ arrived: unsaid, said: new Set(news.map(eventOf)) })

  const showOnDevice = useEffectEvent((latest: readonly Notification[]) => {
    if (!isOnDevice || (document.visibilityState === 'visible' && document.hasFocus())) return
    for (const one of latest) show(one)
  })
  useEffect(() => showOnDevice(arrived), [arrived])

  function show(one: Notification) {
    const { title, detail, lead } = notificationWords(one, timeZone)
    // With several tabs open, the tag makes the browser show it once.
    const shown = new window.Notification(title, { tag: eventOf(one), ...(detail && { body: detail }) })
    shown.onclick = () => {
      shown.close()
      window.focus()
      void router.navigate(lead)
      // If marking fails, it can be marked in the list.
      actions.read(one.id).catch(() => undefined)
    }
  }

  return newsWords(arrived, timeZone)
}
