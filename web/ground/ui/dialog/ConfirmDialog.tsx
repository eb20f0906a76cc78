// No dialog in this file is about a patient.
import { Alert, Button, Group } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DialogFrame } from './DialogFrame.tsx'

/**
 * Asks before an act that can't be taken back, or may not be meant. A failure is shown inside, and the dialog stays
 * open.
 */
export function ConfirmDialog({
  opened,
  onClose,
  onExited,
  title,
  children,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  danger = true,
  onConfirm,
}: Pick<ComponentProps<typeof DialogFrame>, 'opened' | 'onExited'> & {
  onClose: () => void
  title: string
  children: ReactNode
  /** A verb with its object: 'Deactivate Asha Rao' */
  confirmLabel: string
  /** 'Deactivating…' */
  busyLabel: string
  cancelLabel?: string
  danger?: boolean
  /** If it throws, the dialog stays open with the message; otherwise the caller closes it. */
  onConfirm: () => Promise<unknown>
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  function close() {
    if (busy) return
    setFailure(undefined)
    onClose()
  }

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <DialogFrame opened={opened} onClose={close} onExited={onExited} title={title} size="md" isQuestion>
      <div>{children}</div>
      {failure && (
        <Alert color="red" role="alert" mt="md">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button {...(danger && { color: 'red' })} onClick={confirm} aria-disabled={busy} aria-busy={busy}>
          {busy ? busyLabel : confirmLabel}
        </Button>
      </Group>
    </DialogFrame>
  )
}
