import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Role } from '../../contract/permissions.ts'
import { type Invitation, invitationDays, invite } from '../../contract/staff/invitations.ts'
import { useContractForm } from '../client/forms.ts'
import { newSecret } from '../client/secret.ts'
import { refusedAct } from '../records/failures.ts'
import { Loaded } from '../records/Loaded.tsx'
import { useSite } from '../session/account.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { CopyField } from '../ui/form/CopyField.tsx'
import { formatMoment } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { invitationsQuery, signUpLink, useInvitationActions } from './invitations.ts'
import { RolesField } from './RolesField.tsx'
import { roleWords } from './words.ts'

/** Links for colleagues: one that offers roles to one of them, and one for all. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ token: string; invitation: Invitation }>()
  return (
    <DialogFrame title="Invite colleagues" onClose={onClose}>
      {made ? (
        <MadeInvitation {...made} onClose={onClose} onAnother={() => setMade(undefined)} />
      ) : (
        <NewInvitation onMade={(token, invitation) => setMade({ token, invitation })} onClose={onClose} />
      )}
    </DialogFrame>
  )
}

function NewInvitation({
  onMade,
  onClose,
}: {
  onMade: (token: string, invitation: Invitation) => void
  onClose: () => void
}) {
  const actions = useInvitationActions()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: invite.body,
    initialValues: { token: newSecret(), offeredRoles: [] as Role[] },
    async send({ token, offeredRoles }) {
      onMade(token, await actions.invite(token, offeredRoles))
    },
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Create invitation link"
      busyLabel="Creating…"
      cancelLabel="Close"
      onCancel={onClose}
      notice={
        <CopyField
          label="Link for all colleagues"
          description="Accounts made with it wait for a role from the Staff page."
          text={signUpLink()}
          copyLabel="Copy link"
        />
      }
    >
      <RolesField
        label="Or invite one colleague with a role"
        description={`The link works once, within ${invitationDays} days. Its account has these roles at once.`}
        {...form.getInputProps('offeredRoles')}
      />
      <OpenInvitations />
    </DialogForm>
  )
}

function MadeInvitation({
  token,
  invitation,
  onClose,
  onAnother,
}: {
  token: string
  invitation: Invitation
  onClose: () => void
  onAnother: () => void
}) {
  const { timeZone } = useSite()
  const place = useRef<HTMLDivElement>(null)
  // What was pressed is gone: the link comes next.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <Stack gap="md" ref={place}>
      <CopyField
        label={`Invitation link: ${roleWords(invitation.offeredRoles)}`}
        description="Send it to one colleague. It is shown only now."
        text={signUpLink(token)}
        copyLabel="Copy link"
      />
      <Text>
        It works once, until {formatMoment(invitation.expiresAt, timeZone)}. The new account can start work at
        once as {roleWords(invitation.offeredRoles)}.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          Invite another colleague
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}

/** What was sent and not used yet. */
function OpenInvitations() {
  return (
    <Loaded
      query={useQuery(invitationsQuery)}
      failed="Invitations not used yet could not be loaded"
      loading={null}
    >
      {({ items, total }) => total > 0 && <InvitationList invitations={items} total={total} />}
    </Loaded>
  )
}

function InvitationList({ invitations, total }: { invitations: Invitation[]; total: number }) {
  const { timeZone } = useSite()
  const actions = useInvitationActions()

  async function withdraw(invitation: Invitation) {
    try {
      await actions.withdraw(invitation)
      toast.success('Invitation withdrawn')
    } catch (error) {
      toast.error(refusedAct(error, 'Not withdrawn'))
    }
  }

  return (
    <section aria-label="Invitations not used yet" tabIndex={-1}>
      <Text fw={600}>Invitations not used yet</Text>
      {total > invitations.length && (
        <Text size="xs" c="dimmed">
          Showing the newest {invitations.length} of {total}. Withdraw those that are no longer needed to see
          the others.
        </Text>
      )}
      <Stack gap="xs" mt="xs" component="ul" p={0} style={{ listStyle: 'none' }}>
        {invitations.map((invitation) => {
          const words = `${roleWords(invitation.offeredRoles)}, until ${formatMoment(invitation.expiresAt, timeZone)}`
          return (
            <Group key={invitation.id} component="li" justify="space-between" gap="xs">
              <span>
                {words}
                <Text size="xs" c="dimmed">
                  By {invitation.madeBy}
                </Text>
              </span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Withdraw the invitation: ${words}`}
                onClick={(event) => {
                  event.currentTarget.closest('section')?.focus()
                  void withdraw(invitation)
                }}
              >
                Withdraw
              </Button>
            </Group>
          )
        })}
      </Stack>
    </section>
  )
}
