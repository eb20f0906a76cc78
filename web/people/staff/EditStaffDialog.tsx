// No dialog in this file is about a patient.
import { TextInput } from '@mantine/core'
import { editStaffMember, StaffMember } from '../../../contract/people/staff.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { StaffSignIn } from '../account/public.ts'
import { useHasDoctors, useRoleWords } from '../roles/public.ts'
import { useEditStaffMember } from './accounts.ts'
import { RolesField } from './RolesField.tsx'

interface Values {
  offeredRoles: string[]
  specialty: string
  registrationNumber: string
  room: string
}

const fields = {
  offeredRoles: {
    label: 'Roles offered',
    same: (one, other) => one.toSorted().join() === other.toSorted().join(),
  },
  specialty: { label: 'Specialty' },
  registrationNumber: { label: 'Registration number' },
  room: { label: 'Room' },
} satisfies RecordFields<Values>

/**
 * An account as administrators edit it: the roles that it may choose from, each with what it may do, a doctor's specialty,
 * registration number and room; and at once, how it gets in.
 */
export function EditStaffDialog({ latest, onClose }: { latest: StaffMember; onClose: () => void }) {
  const editMember = useEditStaffMember()
  const me = useMe()
  const name = fullName(latest)
  const roleWords = useRoleWords()
  const hasDoctors = useHasDoctors()
  const edit = useRecordEdit({
    thing: 'account',
    latest,
    record: StaffMember,
    fields: { ...fields, offeredRoles: { ...fields.offeredRoles, words: roleWords } },
    schema: editStaffMember.body,
    valuesOf: ({ offeredRoles, specialty, registrationNumber, room }: StaffMember): Values => ({
      offeredRoles,
      specialty: specialty ?? '',
      registrationNumber: registrationNumber ?? '',
      room: room ?? '',
    }),
    draftKey: `staff:${latest.id}`,
    save: (body, base) => editMember.mutateAsync({ member: base, ...body }),
    told: (saved) => ({ text: `${fullName(saved)} saved`, detail: roleWords(saved.offeredRoles) }),
    stays: ({ offeredRoles }) => roleWords(offeredRoles),
    onSaved: onClose,
  })
  /** Roles that were ticked and left are no typed text: the next opening must not offer them. */
  function leave() {
    edit.giveUp()
    onClose()
  }

  return (
    <DialogFrame title={`Edit ${name}`} onClose={leave}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${name}`} busyLabel="Saving…">
        <RolesField
          label={fields.offeredRoles.label}
          description={`${name} chooses one of them for each session. A role that is withdrawn ends at once.`}
          {...edit.form.getInputProps('offeredRoles')}
        />
        {hasDoctors(edit.form.values.offeredRoles) && (
          <>
            <TextInput
              label={fields.specialty.label}
              description="Shown wherever a doctor is chosen."
              placeholder="Cardiology"
              {...edit.form.getInputProps('specialty')}
            />
            <TextInput
              label={fields.registrationNumber.label}
              description="Printed on prescriptions."
              placeholder="MCI 45821"
              {...edit.form.getInputProps('registrationNumber')}
            />
            <TextInput
              label={fields.room.label}
              description="Where patients are sent when they are called: the waiting room’s screens show it."
              placeholder="Room 4"
              {...edit.form.getInputProps('room')}
            />
          </>
        )}
        {latest.id !== me.id && <StaffSignIn id={latest.id} name={name} />}
      </EditDialogForm>
    </DialogFrame>
  )
}
