import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { giveResetLink, type ResetLink, resetMinutes } from '../../contract/staff/account-links.ts'
import type { StaffMember } from '../../contract/staff.ts'
import { api } from '../client/api.ts'
import { useContractForm } from '../client/forms.ts'
import { newSecret } from '../client/secret.ts'
import { useSite } from '../session/account.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { CopyField } from '../ui/form/CopyField.tsx'
import { formatMoment, fullName } from '../ui/format.ts'

/** A link with which a colleague chooses a new password: made here, and shown once. */
export function ResetLinkDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [made, setMade] = useState<{ token: string; link: ResetLink }>()
  const name = fullName(member)
  return (
    <DialogFrame title={`Reset password link for ${name}`} onClose={onClose}>
      {made ? (
        <MadeLink {...made} name={name} onClose={onClose} />
      ) : (
        <NewLink member={member} onMade={(token, link) => setMade({ token, link })} onClose={onClose} />
      )}
    </DialogFrame>
  )
}

function NewLink({
  member,
  onMade,
  onClose,
}: {
  member: StaffMember
  onMade: (token: string, link: ResetLink) => void
  onClose: () => void
}) {
  const name = fullName(member)
  const { summary, onSubmit, busy } = useContractForm({
    schema: giveResetLink.body,
    initialValues: { token: newSecret() },
    async send({ token }) {
      onMade(token, await api(giveResetLink, { params: { id: member.id }, body: { token } }))
    },
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Create reset link"
      busyLabel="Creating…"
      onCancel={onClose}
    >
      <Text>
        With the link, {name} ({member.email}) can choose a new password, once, within {resetMinutes} minutes.
        They are then signed out on all devices. Whoever else has the link could do the same: check who asks,
        and hand it to nobody else.
      </Text>
    </DialogForm>
  )
}

function MadeLink({
  token,
  link,
  name,
  onClose,
}: {
  token: string
  link: ResetLink
  name: string
  onClose: () => void
}) {
  const { timeZone } = useSite()
  const place = useRef<HTMLDivElement>(null)
  // What was pressed is gone: the link comes next.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <Stack gap="md" ref={place}>
      <CopyField
        label={`Reset link for ${name}`}
        description="It is shown only now."
        text={new URL(`/sign-in/reset#${token}`, window.location.origin).href}
        copyLabel="Copy link"
      />
      <Text>It works once, until {formatMoment(link.expiresAt, timeZone)}.</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
