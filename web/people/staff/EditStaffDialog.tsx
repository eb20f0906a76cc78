// No dialog in this file is about a patient.
import { TextInput } from '@mantine/core'
import { editStaffMember, StaffMember } from '../../../contract/people/staff.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { OfferedText } from '../../ground/ui/form/OfferedText.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { StaffSignIn } from '../account/public.ts'
import { useClinics } from '../clinics/public.ts'
import { useHasDoctors, useRoleWords } from '../roles/public.ts'
import { useEditStaffMember } from './accounts.ts'
import { RolesField } from './RolesField.tsx'

interface Values {
  offeredRoles: string[]
  specialty: string
  registrationNumber: string
  clinicId: string
  room: string
}

const fields = {
  offeredRoles: {
    label: 'Roles offered',
    same: (one, other) => one.toSorted().join() === other.toSorted().join(),
  },
  specialty: { label: 'Specialty' },
  registrationNumber: { label: 'Registration number' },
  clinicId: { label: 'Clinic' },
  room: { label: 'Room' },
} satisfies RecordFields<Values>

/**
 * An account as administrators edit it: the roles that it may choose from, each with what it may do, a doctor's specialty,
 * registration number, clinic and room; and at once, how it gets in.
 */
export function EditStaffDialog({ latest, onClose }: { latest: StaffMember; onClose: () => void }) {
  const editMember = useEditStaffMember()
  const me = useMe()
  const name = fullName(latest)
  const roleWords = useRoleWords()
  const hasDoctors = useHasDoctors()
  const clinics = useClinics()
  const edit = useRecordEdit({
    thing: 'account',
    latest,
    record: StaffMember,
    fields: {
      ...fields,
      offeredRoles: { ...fields.offeredRoles, words: roleWords },
      clinicId: {
        ...fields.clinicId,
        words: (chosen) => clinics.find(({ id }) => id === chosen)?.name ?? 'No clinic',
      },
    },
    schema: editStaffMember.body,
    valuesOf: ({ offeredRoles, specialty, registrationNumber, clinicId, room }: StaffMember): Values => ({
      offeredRoles,
      specialty: specialty ?? '',
      registrationNumber: registrationNumber ?? '',
      clinicId: clinicId ?? '',
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

  const { offeredRoles, clinicId } = edit.form.values
  const ofClinic = edit.form.getInputProps('clinicId')
  return (
    <DialogFrame title={`Edit ${name}`} onClose={leave}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${name}`} busyLabel="Saving…">
        <RolesField
          label={fields.offeredRoles.label}
          description={`${name} chooses one of them for each session. A role that is withdrawn ends at once.`}
          {...edit.form.getInputProps('offeredRoles')}
        />
        {(hasDoctors(offeredRoles) || clinicId) && (
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
            {(clinics.length > 0 || clinicId) && (
              <Choice
                label={fields.clinicId.label}
                description="Where they see patients as a rule. Patients are booked with the doctor."
                placeholder="No clinic"
                clearable
                clearButtonProps={{ 'aria-label': 'Clear the clinic' }}
                {...ofClinic}
                value={clinicId || null}
                onChange={(chosen) => edit.form.setFieldValue('clinicId', chosen ?? '')}
                data={clinics.map(({ id, name, department }) => ({
                  value: id,
                  label: department ? `${name}, ${department}` : name,
                }))}
              />
            )}
            <OfferedText
              label={fields.room.label}
              offersLabel="Rooms of the clinic"
              offers={clinics.find(({ id }) => id === clinicId)?.rooms ?? []}
              description="Where patients are sent when they are called: the waiting room’s screens show it."
              placeholder="Room 4"
              {...edit.form.getInputProps('room')}
              value={edit.form.values.room}
              onChange={(room) => edit.form.setFieldValue('room', room)}
            />
          </>
        )}
        {latest.id !== me.id && <StaffSignIn id={latest.id} name={name} />}
      </EditDialogForm>
    </DialogFrame>
  )
}
