import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { longestPasskeyName } from '../../contract/account.ts'
import type { OwnSignIn } from '../../contract/staff/own-account.ts'
import { useContractForm } from '../client/forms.ts'
import { refusedAct } from '../records/failures.ts'
import { Loaded } from '../records/Loaded.tsx'
import { useSite } from '../session/account.ts'
import { addPasskey, removePasskey } from '../session/second-factor/passkey.ts'
import { canUsePasskeys } from '../session/second-factor/passkey-support.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { formatMoment } from '../ui/format.ts'
import { Section } from '../ui/page/Section.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './Account.module.css'
import { OwnPassword } from './PasswordDialog.tsx'
import { signInQuery } from './queries.ts'

type Passkey = OwnSignIn['passkeys'][number]

/** What signs one in with a fingerprint, a face or a key, in place of password and code. */
export function PasskeysSection() {
  const { timeZone } = useSite()
  const queryClient = useQueryClient()
  const query = useQuery(signInQuery)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: signInQuery.queryKey })

  async function remove({ id, name }: Passkey) {
    try {
      await removePasskey(id)
    } catch (error) {
      throw new Error(refusedAct(error, 'Not removed'), { cause: error })
    }
    setLeaving(undefined)
    toast.success(`${name} removed`)
    await readAgain()
  }

  return (
    <Section
      title="Passkeys"
      description="Sign in with a fingerprint, a face or a security key instead of the password"
      action={
        canUsePasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add Passkey
          </Button>
        )
      }
    >
      {!canUsePasskeys() && (
        <Text c="dimmed">
          Passkeys can be used where Lantern’s address begins with https and is a name, not a number.
        </Text>
      )}
      <Loaded
        query={query}
        failed="Your passkeys could not be loaded"
        loading={<Skeleton h={23} radius="md" />}
      >
        {(data) => (
          <>
            {data.passkeys.length === 0 && canUsePasskeys() && <Text c="dimmed">No passkeys yet.</Text>}
            <ul className={classes.list}>
              {data.passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <div>
                    {passkey.name}
                    <Text size="xs" c="dimmed">
                      Added {formatMoment(passkey.madeAt, timeZone)}.{' '}
                      {passkey.usedAt
                        ? `Last used ${formatMoment(passkey.usedAt, timeZone)}`
                        : 'Not used yet'}
                    </Text>
                  </div>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setLeaving(passkey)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false)
            toast.success(`${name} added`)
            void readAgain()
          }}
        />
      )}
      {leaving && (
        <ConfirmDialog
          onClose={() => setLeaving(undefined)}
          title={`Remove ${leaving.name}?`}
          confirmLabel={`Remove ${leaving.name}`}
          busyLabel="Removing…"
          onConfirm={() => remove(leaving)}
        >
          It signs you in no more. Your device may still offer it: delete it there as well.
        </ConfirmDialog>
      )}
    </Section>
  )
}

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(longestPasskeyName, `At most ${longestPasskeyName} characters`),
  password: z.string().min(1, 'Enter your password'),
})

function AddPasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (name: string) => void }) {
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: { name: '', password: '' },
    send: async ({ name, password }) => {
      await addPasskey(name.trim(), password)
      onAdded(name.trim())
    },
  })
  return (
    <DialogFrame title="Add a passkey" onClose={onClose} size="md">
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Add passkey"
        busyLabel="Adding…"
        onCancel={onClose}
        notice={
          <div>Your browser asks for your fingerprint, face or key next. Add it on your own device only.</div>
        }
      >
        <TextInput
          label="Name"
          description="So that you know it again"
          placeholder="My phone"
          required
          maxLength={longestPasskeyName}
          {...form.getInputProps('name')}
        />
        <OwnPassword {...form.getInputProps('password')} />
      </DialogForm>
    </DialogFrame>
  )
}
