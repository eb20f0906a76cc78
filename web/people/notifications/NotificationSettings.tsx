import { ActionIcon, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { NotificationKinds } from './NotificationKinds.tsx'
import classes from './Notifications.module.css'

/** The choices of notifications, beside the list. */
export function NotificationSettings({ onBack }: { onBack: () => void }) {
  const back = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => back.current?.focus(), [])
  return (
    <section aria-label="Notification settings" className={classes.panel}>
      <header className={classes.head}>
        <ActionIcon
          ref={back}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Back to notifications"
          onClick={onBack}
        >
          <IconArrowLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <Title order={2} size="h3">
          Notification settings
        </Title>
      </header>
      <div className={classes.settings}>
        <NotificationKinds />
      </div>
    </section>
  )
}
