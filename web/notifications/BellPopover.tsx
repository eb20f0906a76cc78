import { BellButton } from '../shell/triggers.tsx'
import { ButtonPopover } from '../ui/ButtonPopover.tsx'
import { NotificationList } from './NotificationList.tsx'

/** The bell, and the list that opens from it. */
export function BellPopover({ unread, defaultOpened }: { unread: number; defaultOpened?: boolean }) {
  return (
    <ButtonPopover
      position="bottom-end"
      width="min(26rem, calc(100vw - 1rem))"
      defaultOpened={defaultOpened}
      button={<BellButton unread={unread} />}
    >
      {({ onClose }) => <NotificationList onClose={onClose} />}
    </ButtonPopover>
  )
}
