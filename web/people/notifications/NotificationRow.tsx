import { ActionIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Notification } from '../../../contract/people/notifications.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { usePassed } from '../../ground/sign-in/hospital-clock.ts'
import { agoWords } from '../../ground/ui/format.ts'
import classes from './Notifications.module.css'
import { NotificationWords } from './NotificationWords.tsx'
import { notificationWords } from './words.ts'

/** A notification that leads to its cause; if the cause is gone, it is marked so and leads nowhere. */
export function NotificationRow({
  notification,
  isGone,
  isPart = false,
  onRead,
  onFollow,
}: {
  notification: Notification
  isGone: boolean
  /** Below the entry of its group. */
  isPart?: boolean
  onRead: () => void
  onFollow: () => void
}) {
  const { timeZone } = useSite()
  const ago = agoWords(usePassed(notification.raisedAt))
  const link = useRef<HTMLAnchorElement>(null)
  const look = notificationWords(notification, timeZone)
  const { title, detail, named, lead } = look
  const isUnread = !notification.isRead && !isGone
  const words = (
    <NotificationWords
      look={look}
      unread={isUnread && 'Unread. '}
      title={title}
      detail={named ? <bdi>{named}</bdi> : detail}
      ago={isGone ? 'No longer current' : ago}
    />
  )
  return (
    <li
      className={classes.row}
      data-unread={isUnread || undefined}
      data-gone={isGone || undefined}
      data-part={isPart || undefined}
    >
      {isGone ? (
        <div className={classes.body}>{words}</div>
      ) : (
        <Link {...lead} ref={link} className={classes.body} onClick={onFollow}>
          {words}
        </Link>
      )}
      {isUnread && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.mark}
          aria-label={`Mark as read: ${title}`}
          onClick={() => {
            link.current?.focus()
            onRead()
          }}
        >
          <IconCheck size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}
