import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'

interface ToastExtras {
  /** A second line. */
  detail?: string
  /** What can still be done about it, for as long as the message stands; elsewhere it must stay longer. */
  action?: { label: string; onClick: () => void }
}

/** Short messages at the top right. A success leaves after 4000 ms; an error stays until it is closed. */
export const toast = {
  /** Answers what `hide` takes. */
  success(text: string, { detail, action }: ToastExtras = {}): string {
    const id = notifications.show({
      title: detail ? text : undefined,
      message: (
        <>
          {detail ?? text}
          {action && (
            <Button
              size="compact-sm"
              variant="default"
              display="block"
              mt="xs"
              onClick={() => {
                notifications.hide(id)
                action.onClick()
              }}
            >
              {action.label}
            </Button>
          )}
        </>
      ),
      icon: <IconCircleCheck size={20} aria-hidden="true" />,
      color: 'ink',
      autoClose: 4000,
      role: 'status',
      closeButtonProps: { 'aria-label': 'Close message' },
    })
    return id
  },
  hide(id: string): void {
    notifications.hide(id)
  },
  error(text: string) {
    notifications.show({
      message: text,
      icon: <IconExclamationCircle size={20} aria-hidden="true" />,
      color: 'red',
      autoClose: false,
      role: 'alert',
      closeButtonProps: { 'aria-label': 'Close message' },
    })
  },
}
