// No dialog in this file is about a patient.
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../ground/client/forms.ts'
import { OwnPassword } from '../../ground/sign-in/second-factor/set-up/OwnPassword.tsx'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'

const schema = z.object({ password: z.string().min(1, 'Enter your password') })

/** Asks for the password before what would weaken the account. */
export function PasswordDialog({
  title,
  label,
  busyLabel,
  danger,
  children,
  onClose,
  onConfirm,
}: {
  title: string
  label: string
  busyLabel: string
  danger?: boolean
  children: ReactNode
  onClose: () => void
  /** If it throws, the dialog stays open with the refusal; otherwise the caller closes it. */
  onConfirm: (password: string) => Promise<unknown>
}) {
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: { password: '' },
    send: ({ password }) => onConfirm(password),
  })
  return (
    <DialogFrame title={title} onClose={onClose} size="md">
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={label}
        busyLabel={busyLabel}
        danger={danger ?? false}
        onCancel={onClose}
        notice={<div>{children}</div>}
      >
        <OwnPassword {...form.getInputProps('password')} />
      </DialogForm>
    </DialogFrame>
  )
}
