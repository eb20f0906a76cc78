// No dialog in this file is about a patient.
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSignIn } from '../../../contract/people/account.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { removePasskey } from '../../ground/sign-in/second-factor/passkey.ts'
import { canUsePasskeys } from '../../ground/sign-in/second-factor/passkey-support.ts'
import {
  PasskeyFields,
  passkeyNotice,
  usePasskeyForm,
} from '../../ground/sign-in/second-factor/set-up/passkey-form.tsx'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { formatMoment } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import classes from './Account.module.css'
import { PasswordDialog } from './PasswordDialog.tsx'
import { signInQuery } from './queries.ts'

type Passkey = OwnSignIn['passkeys'][number]

/** The user's passkeys: sign-in by fingerprint, face or key, in place of password and code. */
export function PasskeysSection() {
  const { timeZone } = useSite()
  const queryClient = useQueryClient()
  const query = useQuery(signInQuery)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: signInQuery.queryKey })

  async function remove({ id, name }: Passkey, password: string) {
    await removePasskey(id, password)
    // First, so that the button is gone when the focus would go back to it.
    await readAgain()
    setLeaving(undefined)
    toast.success(`${name} removed`)
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
        <PasswordDialog
          title={`Remove ${leaving.name}?`}
          label={`Remove ${leaving.name}`}
          busyLabel="Removing…"
          danger
          onClose={() => setLeaving(undefined)}
          onConfirm={(password) => remove(leaving, password)}
        >
          You can no longer sign in with it. Your device may still offer it: delete it there too.
        </PasswordDialog>
      )}
    </Section>
  )
}

function AddPasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (name: string) => void }) {
  const { form, summary, onSubmit, busy } = usePasskeyForm(onAdded)
  return (
    <DialogFrame title="Add a passkey" onClose={onClose} size="md">
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Add passkey"
        busyLabel="Adding…"
        onCancel={onClose}
        notice={<div>{passkeyNotice}</div>}
      >
        <PasskeyFields form={form} />
      </DialogForm>
    </DialogFrame>
  )
}
