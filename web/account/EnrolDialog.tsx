import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useContractForm } from '../client/forms.ts'
import { useMe, useSite } from '../session/account.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { CopyField } from '../ui/form/CopyField.tsx'
import { QrCode } from '../ui/print/QrCode.tsx'
import classes from './Account.module.css'
import { OwnPassword } from './PasswordDialog.tsx'
import { enableTwoFactor } from './queries.ts'

const schema = z.object({
  code: z.string().trim().min(1, 'Enter the code that the app shows'),
  password: z.string().min(1, 'Enter your password'),
})

/** Gives the app its secret, and takes a code of it before anything counts. */
export function EnrolDialog({
  onClose,
  onEnrolled,
}: {
  onClose: () => void
  onEnrolled: (recoveryCodes: readonly string[]) => void
}) {
  const me = useMe()
  const { hospitalName } = useSite()
  const [secret] = useState(newSecret)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: { code: '', password: '' },
    send: async ({ code, password }) => {
      onEnrolled((await enableTwoFactor({ secret, code, password })).recoveryCodes)
    },
  })
  return (
    <DialogFrame title="Turn two-factor authentication on" onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Turn on"
        busyLabel="Turning on…"
        onCancel={onClose}
      >
        <Stack gap="md">
          <Text>1. Scan this code with an authenticator app on your phone.</Text>
          <div className={classes.qr}>
            <QrCode
              text={addressOf(secret, me.email, hospitalName)}
              label="QR code for your authenticator app"
            />
          </div>
          <CopyField
            label="Or enter this key in the app"
            text={secret.replace(/.{4}(?=.)/g, '$& ')}
            copyLabel="Copy key"
          />
          <TextInput
            label="2. Code that the app shows"
            inputMode="numeric"
            data-autofocus
            autoComplete="one-time-code"
            required
            {...form.getInputProps('code')}
          />
          <OwnPassword {...form.getInputProps('password')} />
        </Stack>
      </DialogForm>
    </DialogFrame>
  )
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base 32, as authenticator apps take them. */
function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => digits[byte % 32]).join('')
}

function addressOf(secret: string, email: string, hospitalName: string): string {
  const issuer = `Lantern, ${hospitalName}`.replaceAll(':', '')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${new URLSearchParams({
    secret,
    issuer,
  })
    .toString()
    .replaceAll('+', '%20')}`
}
