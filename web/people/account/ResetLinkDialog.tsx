// No dialog in this file is about a patient.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { giveResetLink, resetMinutes } from '../../../contract/people/account-links.ts'
import { api } from '../../ground/client/api.ts'
import { newSecret } from '../../ground/client/secret.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { CopyField } from '../../ground/ui/form/CopyField.tsx'
import { formatMoment } from '../../ground/ui/format.ts'

/** Makes a link for a colleague to choose a new password, and shows it once. */
export function ResetLinkDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { timeZone } = useSite()
  const [token] = useState(newSecret)
  const place = useRef<HTMLDivElement>(null)
  const make = useMutation({ mutationFn: () => api(giveResetLink, { params: { id }, body: { token } }) })
  // The button that had the focus is gone.
  useEffect(() => {
    if (make.isSuccess) place.current?.querySelector('input')?.focus()
  }, [make.isSuccess])
  return (
    <DialogFrame title={`Reset password link for ${name}`} onClose={onClose}>
      <Stack gap="md" ref={place}>
        {make.data ? (
          <>
            <CopyField
              label={`Reset link for ${name}`}
              description="It is shown only now."
              text={new URL(`/sign-in/reset#${token}`, window.location.origin).href}
              copyLabel="Copy link"
            />
            <Text>It works once, until {formatMoment(make.data.expiresAt, timeZone)}.</Text>
            <Group justify="flex-end">
              <Button onClick={onClose}>Done</Button>
            </Group>
          </>
        ) : (
          <>
            {make.error && (
              <Alert color="red" role="alert">
                {refusedAct(make.error, 'No link was made')}
              </Alert>
            )}
            <Text>
              With the link, {name} can choose a new password, once, within {resetMinutes} minutes, and is
              then signed out on all devices. Anyone who has the link can do the same: confirm who is asking,
              and share it with no one else.
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button aria-busy={make.isPending} onClick={() => make.mutate()}>
                {make.isPending ? 'Creating…' : 'Create reset link'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </DialogFrame>
  )
}
