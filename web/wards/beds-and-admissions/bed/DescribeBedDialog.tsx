// No dialog in this file is about a patient.
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sexRuleReason } from '../../../../contract/wards/admissions.ts'
import { Bed } from '../../../../contract/wards/beds.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { bedsQuery, useBedActions } from '../queries.ts'
import { SexRuleQuestion } from '../stays/SexRuleQuestion.tsx'
import { BedFields, type BedValues, bedSchema, useBedFields } from './BedFields.tsx'

interface DescribedValues extends BedValues {
  sexRuleReason: string
}
const schema = bedSchema.extend({ sexRuleReason })

function valuesOf({ bedNumber, unitId, notes }: Bed): DescribedValues {
  return { bedNumber, unitId, notes: notes ?? '', sexRuleReason: '' }
}

/** Changes the number, ward or notes of a bed; the notes of one in maintenance are the reason for it. */
export function DescribeBedDialog({ bed, onClose }: { bed: Bed; onClose: () => void }) {
  const { describe } = useBedActions()
  const fields = { ...useBedFields(), sexRuleReason: { label: 'Reason for this ward' } }
  const beds = useQuery(bedsQuery).data
  const latest = beds?.find(({ id }) => id === bed.id)
  const isInMaintenance = (latest ?? bed).status === 'MAINTENANCE'
  const edit = useRecordEdit({
    thing: 'bed',
    latest: latest ?? bed,
    ended: beds && !latest ? 'deleted' : undefined,
    record: Bed,
    fields,
    schema,
    valuesOf,
    draftKey: `bed:edit:${bed.id}`,
    save: ({ notes, ...rest }, base) =>
      describe(base, notes === base.notes ? rest : { ...rest, notes, from: base.status }),
    told: (changed) => `Bed ${changed.bedNumber} updated`,
    onSaved: onClose,
    onFailure: refusedBy('Update failed'),
  })
  const { patient, unitId } = latest ?? bed
  const isMoved = edit.form.values.unitId !== unitId
  return (
    <DialogFrame title={`Edit bed ${bed.bedNumber}`} onClose={onClose}>
      <EditDialogForm
        edit={edit}
        onClose={onClose}
        label={`Update bed ${bed.bedNumber}`}
        busyLabel="Updating…"
      >
        {isInMaintenance && (
          <Text c="dimmed">
            These notes give the reason for maintenance. The bed’s own notes return afterwards.
          </Text>
        )}
        <BedFields form={edit.form} />
        <SexRuleQuestion
          unitId={edit.form.values.unitId}
          genders={isMoved && patient ? [patient.gender] : []}
          input={edit.form.getInputProps('sexRuleReason')}
        />
      </EditDialogForm>
    </DialogFrame>
  )
}
