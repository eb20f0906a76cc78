import { Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../../client/forms.ts'
import { CopyField } from '../../../ui/form/CopyField.tsx'
import { QrCode } from '../../../ui/print/QrCode.tsx'
import { postAuth } from '../../auth.ts'
import { OwnPassword } from './OwnPassword.tsx'
import classes from './SetUp.module.css'

const schema = z.object({
  code: z.string().trim().min(1, 'Enter the code that the app shows'),
  password: z.string().min(1, 'Enter your password'),
})
type Values = z.infer<typeof schema>

/** Turns two-factor authentication on: gives the app its secret, and takes a code of it before anything counts. */
export function useEnrolment(onEnrolled: (recoveryCodes: readonly string[]) => void) {
  const [secret] = useState(newSecret)
  const formed = useContractForm<Values>({
    schema,
    initialValues: { code: '', password: '' },
    send: async (typed) => {
      const made = await postAuth<{ recoveryCodes: string[] }>('two-factor/enable', { secret, ...typed })
      onEnrolled(made.recoveryCodes)
    },
  })
  return { ...formed, secret }
}

export function EnrolmentFields({
  form,
  secret,
  email,
  hospitalName,
}: {
  form: UseFormReturnType<Values>
  secret: string
  email: string
  hospitalName: string
}) {
  return (
    <Stack gap="md">
      <Text>1. Scan this code with an authenticator app on your phone.</Text>
      <div className={classes.qr}>
        <QrCode text={addressOf(secret, email, hospitalName)} label="QR code for your authenticator app" />
      </div>
      <CopyField
        label="Or enter this key in the app"
        text={secret.replace(/.{4}(?=.)/g, '$& ')}
        copyLabel="Copy key"
        isTyped
      />
      <TextInput
        label="2. Code that the app shows"
        inputMode="numeric"
        data-autofocus
        data-first
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        {...form.getInputProps('code')}
      />
      <OwnPassword {...form.getInputProps('password')} />
    </Stack>
  )
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base 32, as authenticator apps take them. */
function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => digits[byte % 32]).join('')
}

/** The hospital once, and not before the address again: the fewer squares, the sooner a phone reads them. */
function addressOf(secret: string, email: string, hospitalName: string): string {
  const issuer = `Lantern, ${hospitalName}`.replaceAll(':', '')
  return `otpauth://totp/${encodeURIComponent(email)}?${new URLSearchParams({
    secret,
    issuer,
  })
    .toString()
    .replaceAll('+', '%20')}`
}
