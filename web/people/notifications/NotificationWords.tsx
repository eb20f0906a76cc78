import type { ReactNode } from 'react'
import classes from './Notifications.module.css'
import type { notificationWords } from './words.ts'

/** The icon and the words of an entry of the bell's list. */
export function NotificationWords({
  look: { icon: Icon, tone },
  unread,
  title,
  detail,
  ago,
}: {
  look: Pick<ReturnType<typeof notificationWords>, 'icon' | 'tone'>
  /** Read out before the title. */
  unread: string | false
  title: ReactNode
  detail: ReactNode
  ago: string
}) {
  return (
    <>
      <span
        className={classes.icon}
        style={{ color: `var(--tone-${tone})`, backgroundColor: `var(--tone-${tone}-bg)` }}
        aria-hidden="true"
      >
        <Icon size={18} stroke={1.8} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {unread && <span className="sr-only">{unread}</span>}
          {title}
        </span>
        {detail && <span className={classes.detail}>{detail}</span>}
        <span className={classes.detail}>{ago}</span>
      </span>
    </>
  )
}
