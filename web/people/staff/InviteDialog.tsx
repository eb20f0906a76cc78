// No dialog in this file is about a patient.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Invitation, invitationDays, invite } from '../../../contract/people/invitations.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { newSecret } from '../../ground/client/secret.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { CopyField } from '../../ground/ui/form/CopyField.tsx'
import { formatMoment } from '../../ground/ui/format.ts'
import { FieldGrid } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useHasDoctors, useRoleWords } from '../roles/public.ts'
import { invitationsQuery, signUpLink, useInvitationActions } from './invitations.ts'
import { RolesField } from './RolesField.tsx'

const schema = invite.body.omit({ token: true })

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
  const { sendsMail, invitationOnly } = useSite()
  // Not kept in the draft, because anybody who reads it there could sign up.
  const [token] = useState(newSecret)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: { offeredRoles: [] as string[], firstName: '', lastName: '', email: '' },
    async send(values) {
      const invitation = await actions.invite({ token, ...values })
      draft.forget()
      onMade(token, invitation)
    },
  })
  const draft = useFormDraft(form, useMe().id, 'invitation:new')
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
        !invitationOnly && (
          <CopyField
            label="Link for all colleagues"
            description="Accounts made with it wait for a role from the Staff page."
            text={signUpLink()}
            copyLabel="Copy link"
          />
        )
      }
    >
      <RolesField
        label={invitationOnly ? 'Invite one colleague with a role' : 'Or invite one colleague with a role'}
        description={`The link works once, within ${invitationDays} days. Its account has these roles at once.`}
        {...form.getInputProps('offeredRoles')}
      />
      <FieldGrid>
        <TextInput
          label="First name"
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last name" autoComplete="off" maxLength={100} {...form.getInputProps('lastName')} />
      </FieldGrid>
      <TextInput
        label="E-mail"
        description={sendsMail ? 'The link is e-mailed there' : 'Filled in on the sign-up form'}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
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
  const roleWords = useRoleWords()
  const hasDoctors = useHasDoctors()
  const invited = invitedName(invitation, hasDoctors(invitation.offeredRoles))
  const place = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  return (
    <Stack gap="md" ref={place}>
      {invitation.isMailed ? (
        <Text role="status">
          The link is e-mailed to <bdi>{invitation.email}</bdi>.
        </Text>
      ) : (
        <CopyField
          label={`Invitation link: ${roleWords(invitation.offeredRoles)}`}
          description={
            invited ? (
              <>
                Send it to <bdi>{invited}</bdi>. It is shown only now.
              </>
            ) : (
              'Send it to one colleague. It is shown only now.'
            )
          }
          text={signUpLink(token)}
          copyLabel="Copy link"
        />
      )}
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

/** 'Dr Ana Costa', as far as the name was said. */
function invitedName({ firstName, lastName }: Invitation, isDoctor: boolean): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name && isDoctor ? doctorName(name) : name
}

/** Invitations that were not used yet. */
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
  const roleWords = useRoleWords()
  const hasDoctors = useHasDoctors()

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
          const who = [invitedName(invitation, hasDoctors(invitation.offeredRoles)), invitation.email]
            .filter(Boolean)
            .join(' · ')
          return (
            <Group key={invitation.id} component="li" justify="space-between" gap="xs">
              <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {who && <Text fw={600}>{who}</Text>}
                {words}
                <Text size="xs" c="dimmed">
                  By {invitation.madeBy}
                  {invitation.isMailed && (invitation.mailedAt ? ', e-mailed' : ', not e-mailed yet')}
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
