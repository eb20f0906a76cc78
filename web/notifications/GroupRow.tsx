import { IconChevronDown } from '@tabler/icons-react'
import { useSite } from '../session/account.ts'
import { usePassed } from '../session/hospital-clock.ts'
import { agoWords } from '../ui/format.ts'
import { groupWords, type NotificationGroup } from './groups.ts'
import classes from './Notifications.module.css'
import { notificationWords } from './words.ts'

/** Notifications of one kind and day in one entry, which opens to them. */
export function GroupRow({
  group,
  newest,
  mayGoOn,
  isOpen,
  onToggle,
}: {
  group: NotificationGroup
  newest: NotificationGroup['rows'][number]
  mayGoOn: boolean
  isOpen: boolean
  onToggle: () => void
}) {
  const { timeZone } = useSite()
  const ago = agoWords(usePassed(newest.shownAs.raisedAt))
  const { icon: Icon, tone } = notificationWords(newest.shownAs, timeZone)
  const { title, detail } = groupWords(group, mayGoOn)
  const unread = group.rows.filter(({ notification, isGone }) => !notification.isRead && !isGone).length
  return (
    <li className={classes.row} data-unread={unread > 0 || undefined}>
      <button type="button" className={classes.body} aria-expanded={isOpen} onClick={onToggle}>
        <span
          className={classes.icon}
          style={{ color: `var(--tone-${tone})`, backgroundColor: `var(--tone-${tone}-bg)` }}
          aria-hidden="true"
        >
          <Icon size={18} stroke={1.8} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>
            {unread > 0 && <span className="sr-only">{unread} unread. </span>}
            {title}
          </span>
          {detail && <span className={classes.detail}>{detail}</span>}
          <span className={classes.detail}>{ago}</span>
        </span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden="true" />
      </button>
    </li>
  )
}
