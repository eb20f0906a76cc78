import { useState } from 'react'
import { BellButton } from '../../ground/shell/triggers.tsx'
import { ButtonPopover } from '../../ground/ui/ButtonPopover.tsx'
import { late } from '../../ground/ui/lazy-component.tsx'
import { NotificationList } from './NotificationList.tsx'

const NotificationSettings = late(() => import('./NotificationSettings.tsx'), 'NotificationSettings', {
  isOpen: () => true,
  close: ({ onBack }) => onBack(),
})

/** The bell, and the list that opens from it. */
export function BellPopover({ unread, defaultOpened }: { unread: number; defaultOpened?: boolean }) {
  return (
    <ButtonPopover
      position="bottom-end"
      width="min(26rem, calc(100vw - 1rem))"
      defaultOpened={defaultOpened}
      button={<BellButton unread={unread} />}
    >
      {({ onClose }) => <Panel onClose={onClose} />}
    </ButtonPopover>
  )
}

/** The list, or what of it one wants. */
function Panel({ onClose }: { onClose: () => void }) {
  const [isSettings, showSettings] = useState(false)
  return isSettings ? (
    <NotificationSettings onBack={() => showSettings(false)} />
  ) : (
    <>
      <NotificationList onClose={onClose} onSettings={() => showSettings(true)} />
      <NotificationSettings.Ahead />
    </>
  )
}
