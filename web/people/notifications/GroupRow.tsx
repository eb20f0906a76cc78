import { IconChevronDown } from '@tabler/icons-react'
import { useSite } from '../../ground/sign-in/account.ts'
import { usePassed } from '../../ground/sign-in/hospital-clock.ts'
import { agoWords } from '../../ground/ui/format.ts'
import { groupWords, type NotificationGroup } from './groups.ts'
import classes from './Notifications.module.css'
import { NotificationWords } from './NotificationWords.tsx'
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
  const { title, detail } = groupWords(group, mayGoOn)
  const unread = group.rows.filter(({ notification, isGone }) => !notification.isRead && !isGone).length
  return (
    <li className={classes.row} data-unread={unread > 0 || undefined}>
      <button type="button" className={classes.body} aria-expanded={isOpen} onClick={onToggle}>
        <NotificationWords
          look={notificationWords(newest.shownAs, timeZone)}
          unread={unread > 0 && `${unread} unread. `}
          title={title}
          detail={detail}
          ago={ago}
        />
        <IconChevronDown size={18} className={classes.chevron} aria-hidden="true" />
      </button>
    </li>
  )
}
