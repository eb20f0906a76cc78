import { Button } from '@mantine/core'
import type { notifications } from '@mantine/notifications'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'

interface ToastExtras {
  /** A second line. */
  detail?: string
  /** What can still be done about it, for as long as the message stands; elsewhere it must stay longer. */
  action?: { label: string; onClick: () => void }
}

let count = 0

/** The messages' code is loaded after the first paint; one that is told earlier waits for it. */
async function withMessages(act: (messages: typeof notifications) => unknown) {
  act((await import('@mantine/notifications')).notifications)
}

/** Short messages at the top right. A success leaves after 4000 ms; an error stays until it is closed. */
export const toast = {
  /** Answers what `hide` takes. */
  success(text: string, { detail, action }: ToastExtras = {}): string {
    const id = `message-${++count}`
    void withMessages((messages) =>
      messages.show({
        id,
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
                  toast.hide(id)
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
      }),
    )
    return id
  },
  hide(id: string): void {
    void withMessages((messages) => messages.hide(id))
  },
  error(text: string) {
    void withMessages((messages) =>
      messages.show({
        message: text,
        icon: <IconExclamationCircle size={20} aria-hidden="true" />,
        color: 'red',
        autoClose: false,
        role: 'alert',
        closeButtonProps: { 'aria-label': 'Close message' },
      }),
    )
  },
}
