import { TextInput } from '@mantine/core'
import { roleTitles } from '../../contract/permissions.ts'
import { editStaffMember, type StaffMember } from '../../contract/staff.ts'
import { StaffSignIn } from '../account/public.ts'
import { useContractForm } from '../client/forms.ts'
import { refusalWords } from '../records/failures.ts'
import { useMe, useSite } from '../session/account.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { fullName } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { useEditStaffMember } from './queries.ts'
import { RolesField } from './RolesField.tsx'

/**
 * The roles that an account may choose from, each with what it may do, and a doctor's specialty and room; nothing changes
 * before it is saved.
 */
export function RolesDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const edit = useEditStaffMember()
  const { timeZone } = useSite()
  const me = useMe()
  const name = fullName(member)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: editStaffMember.body,
    initialValues: {
      offeredRoles: member.offeredRoles,
      room: member.room ?? '',
      specialty: member.specialty ?? '',
    },
    async send({ offeredRoles, room, specialty }) {
      const saved = await edit
        .mutateAsync({ member, offeredRoles, room, specialty })
        .catch((error: unknown) => {
          throw new Error(refusalOf(error, member, timeZone), { cause: error })
        })
      onClose()
      const isChanged = saved.version !== member.version
      toast.success(isChanged ? `${name} saved` : 'Nothing changed', {
        detail: roleWords(offeredRoles),
      })
    },
  })
  return (
    <DialogFrame title={`Edit ${name}`} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Save ${name}`}
        busyLabel="Saving…"
        onCancel={onClose}
      >
        <RolesField
          label="Roles offered"
          description={`${name} chooses one of them for each session. A role that is withdrawn ends at once.`}
          {...form.getInputProps('offeredRoles')}
        />
        {form.values.offeredRoles.includes('doctor') && (
          <>
            <TextInput
              label="Specialty"
              description="Shown wherever a doctor is chosen."
              placeholder="Cardiology"
              {...form.getInputProps('specialty')}
            />
            <TextInput
              label="Room"
              description="Where patients are sent when they are called: the waiting room’s screens show it."
              placeholder="Room 4"
              {...form.getInputProps('room')}
            />
          </>
        )}
        {member.id !== me.id && <StaffSignIn id={member.id} name={name} />}
      </DialogForm>
    </DialogFrame>
  )
}

/** 'Doctor, Receptionist' */
export function roleWords(offered: StaffMember['offeredRoles']): string {
  return offered.length === 0 ? 'None' : offered.map((role) => roleTitles[role].title).join(', ')
}

/** Why an account was not changed. */
export function refusalOf(error: unknown, member: StaffMember, timeZone: string): string {
  return refusalWords(error, `${fullName(member)}’s account`, timeZone)
}
