// No dialog in this file is about a patient.
import { Alert, Button, Group, Progress, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { shortestPassphrase } from '../../../../contract/hospital/hospital-exports.ts'
import { type OwnSignIn, readOwnSignIn } from '../../../../contract/people/account.ts'
import { api } from '../../../ground/client/api.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { postAuth } from '../../../ground/sign-in/auth.ts'
import { usePause } from '../../../ground/sign-in/EnterButton.tsx'
import { PasskeyButton } from '../../../ground/sign-in/second-factor/PasskeyButton.tsx'
import { confirmExportWithPasskey } from '../../../ground/sign-in/second-factor/passkey.ts'
import { canUsePasskeys } from '../../../ground/sign-in/second-factor/passkey-support.ts'
import { OwnPassword } from '../../../ground/sign-in/second-factor/set-up/OwnPassword.tsx'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { PasswordField } from '../../../ground/ui/form/PasswordField.tsx'
import { sizeWords } from '../backups/size.ts'
import { takeExport } from './take-export.ts'

/** Asks for both steps anew, and then takes the file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const signIn = useQuery({
    queryKey: ['account', 'sign-in'],
    queryFn: ({ signal }): Promise<OwnSignIn> => api(readOwnSignIn, {}, { signal }),
    meta: { isOwnAccount: true },
  })
  return (
    <DialogFrame title="Export the hospital" size="md" onClose={onClose}>
      <Loaded
        query={signIn}
        failed="How you sign in could not be loaded"
        loading={<Skeleton h={320} radius="md" />}
      >
        {({ twoFactorSince, passkeys }) =>
          twoFactorSince || passkeys.length > 0 ? (
            <Exporting hasApp={twoFactorSince !== null} hasPasskey={passkeys.length > 0} onClose={onClose} />
          ) : (
            <NoStep onClose={onClose} />
          )
        }
      </Loaded>
    </DialogFrame>
  )
}

function NoStep({ onClose }: { onClose: () => void }) {
  return (
    <Stack>
      <Text>
        An export needs a second step beside your password, so that nobody takes it from an open screen. Set
        up an authenticator app or a passkey first.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ButtonLink to="/settings">Set up a second step</ButtonLink>
      </Group>
    </Stack>
  )
}

type State = { is: 'asking' } | { is: 'reading'; bytes: number } | { is: 'saved'; bytes: number }

function Exporting({
  hasApp,
  hasPasskey,
  onClose,
}: {
  hasApp: boolean
  hasPasskey: boolean
  onClose: () => void
}) {
  const { today } = useSite()
  const [state, setState] = useState<State>({ is: 'asking' })
  const [failure, setFailure] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  const pause = usePause()
  useEffect(() => () => stop.current?.abort(), [])

  async function take(confirm: () => Promise<{ id: string }>) {
    setFailure(undefined)
    const { id } = await confirm()
    form.setFieldValue('password', '')
    form.setFieldValue('code', '')
    const own = new AbortController()
    stop.current = own
    setState({ is: 'reading', bytes: 0 })
    try {
      const bytes = await takeExport(id, {
        passphrase: form.getValues().passphrase || null,
        day: today.day,
        signal: own.signal,
        onBytes: (read) => setState({ is: 'reading', bytes: read }),
      })
      setState({ is: 'saved', bytes })
    } catch (error) {
      setState({ is: 'asking' })
      if (own.signal.aborted) setFailure('You stopped the export. Nothing was saved.')
      else setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: proofOf(hasApp),
    initialValues: { passphrase: '', again: '', password: '', code: '' },
    send: ({ password, code }) =>
      take(hasApp ? () => postAuth('export', { password, code }) : confirmExportWithPasskey),
    onFailure: pause.onFailure,
  })

  if (state.is === 'reading') return <Reading bytes={state.bytes} onStop={() => stop.current?.abort()} />
  const isEncrypted = form.values.passphrase !== ''
  if (state.is === 'saved') return <Saved bytes={state.bytes} isEncrypted={isEncrypted} onClose={onClose} />
  const label = hasApp ? 'Export' : 'Export with your passkey'
  const passkey = hasApp && hasPasskey && canUsePasskeys() && (
    <PasskeyButton
      label="Export with your passkey"
      act={async () => {
        const fields = ['passphrase', 'again'].map((field) => form.validateField(field))
        if (!fields.some(({ hasError }) => hasError)) await take(confirmExportWithPasskey)
      }}
      onEntered={() => {}}
      onFailure={setFailure}
    />
  )
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={pause.secondsLeft > 0 ? `Try again in ${pause.secondsLeft} s` : label}
      busyLabel="Confirming…"
      isBlocked={pause.secondsLeft > 0}
      onCancel={onClose}
      notice={
        failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )
      }
    >
      <Text>
        {isEncrypted
          ? 'Lantern does not keep the passphrase: without it nobody can open the file.'
          : 'Without a passphrase, anyone who gets the file can read every record.'}
      </Text>
      <PasswordField
        isNew
        label="Passphrase for the file"
        description={`Optional. At least ${shortestPassphrase} characters, such as five words`}
        called="the passphrase"
        required={false}
        {...form.getInputProps('passphrase')}
      />
      <PasswordField
        isNew
        label="Passphrase again"
        called="the passphrase again"
        required={false}
        {...form.getInputProps('again')}
      />
      {hasApp && <OwnPassword {...form.getInputProps('password')} />}
      {hasApp && (
        <TextInput
          label="Code from your authenticator app"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
      )}
      {passkey}
    </DialogForm>
  )
}

function proofOf(hasApp: boolean) {
  return z
    .object({
      passphrase: z
        .string()
        .refine(
          (typed) => typed === '' || typed.length >= shortestPassphrase,
          `At least ${shortestPassphrase} characters`,
        )
        .refine(
          (typed) => typed === typed.trim() && typed.length <= 200,
          'At most 200 characters, without a space at the ends',
        ),
      again: z.string(),
      password: hasApp ? z.string().min(1, 'Enter your password') : z.string(),
      code: hasApp ? z.string().trim().min(1, 'Enter the code that the app shows') : z.string(),
    })
    .refine(({ passphrase, again }) => passphrase === again, {
      path: ['again'],
      error: 'The two passphrases differ',
      when: () => true,
    })
}

/** A screen reader says that it goes on, not each figure. */
function Reading({ bytes, onStop }: { bytes: number; onStop: () => void }) {
  return (
    <Stack>
      <Text role="status">Exporting. Keep this page open until the file is saved.</Text>
      <Progress value={100} animated aria-label="Exporting" />
      <Group justify="space-between">
        <Text c="dimmed">{sizeWords(bytes)} so far</Text>
        <Button variant="default" onClick={onStop}>
          Stop
        </Button>
      </Group>
    </Stack>
  )
}

function Saved({
  bytes,
  isEncrypted,
  onClose,
}: {
  bytes: number
  isEncrypted: boolean
  onClose: () => void
}) {
  return (
    <Stack>
      <Text role="status">The whole hospital is saved, {sizeWords(bytes)}.</Text>
      <Text c="dimmed">
        {isEncrypted
          ? 'Open it with age and your passphrase, and unpack it. README.txt says what is in it.'
          : 'Move it to a safe place now, and delete it from this computer. README.txt says what is in it.'}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}
