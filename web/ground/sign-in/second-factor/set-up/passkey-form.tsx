import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { longestPasskeyName } from '../../../../../contract/people/sign-in.ts'
import { useContractForm } from '../../../client/forms.ts'
import { addPasskey } from '../passkey.ts'
import { OwnPassword } from './OwnPassword.tsx'

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(longestPasskeyName, `At most ${longestPasskeyName} characters`),
  password: z.string().min(1, 'Enter your password'),
})
type Values = z.infer<typeof schema>

/** Adds a passkey of this device, with the password. */
export function usePasskeyForm(onAdded: (name: string) => void) {
  return useContractForm<Values>({
    schema,
    initialValues: { name: '', password: '' },
    send: async ({ name, password }) => {
      await addPasskey(name.trim(), password)
      onAdded(name.trim())
    },
  })
}

export const passkeyNotice =
  'Your browser asks for your fingerprint, face or key next. Add it on your own device only.'

export function PasskeyFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="To recognise it later"
        placeholder="My phone"
        required
        withAsterisk={false}
        maxLength={longestPasskeyName}
        data-first
        {...form.getInputProps('name')}
      />
      <OwnPassword {...form.getInputProps('password')} />
    </>
  )
}
