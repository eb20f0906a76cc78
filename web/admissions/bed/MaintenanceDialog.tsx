import { Text, Textarea } from '@mantine/core'
import { z } from 'zod'
import { optionalText } from '../../../contract/api/fields.ts'
import { type Bed } from '../../../contract/beds.ts'
import { maintenanceReason, wardNames } from '../../../contract/wards.ts'
import { useContractForm } from '../../client/forms.ts'
import { refusedBy } from '../../records/failures.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { toast } from '../../ui/toast.tsx'
import { useBedActions } from '../queries.ts'

const schema = z.object({ notes: optionalText(2000) })

/** Takes a free bed out of use, with the reason. */
export function MaintenanceDialog({ bed, onClose }: { bed: Bed; onClose: () => void }) {
  const { change } = useBedActions()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: { notes: maintenanceReason },
    async send(values) {
      await change(bed.id, {
        status: 'MAINTENANCE',
        from: 'AVAILABLE',
        notes: schema.parse(values).notes,
      })
      onClose()
      toast.success('Bed status updated to maintenance')
    },
    onFailure: refusedBy('Update failed'),
  })
  return (
    <DialogFrame title={`Set ${bed.bedNumber} to maintenance`} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Set ${bed.bedNumber} to maintenance`}
        busyLabel="Updating…"
        onCancel={onClose}
      >
        <Text c="dimmed">
          No patients can be admitted to {bed.bedNumber} in {wardNames[bed.ward]} until it is marked available
          again.
        </Text>
        <Textarea label="Reason" rows={2} {...form.getInputProps('notes')} />
      </DialogForm>
    </DialogFrame>
  )
}
