import { notifications } from '@mantine/notifications'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'

/** Short messages at the top right. A success leaves after 4000 ms; an error stays until it is closed. */
export const toast = {
  success(text: string) {
    notifications.show({
      message: text,
      icon: <IconCircleCheck size={20} aria-hidden="true" />,
      color: 'ink',
      autoClose: 4000,
      role: 'status',
      closeButtonProps: { 'aria-label': 'Close message' },
    })
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
