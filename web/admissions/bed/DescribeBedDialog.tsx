import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Bed, BedForm } from '../../../contract/beds.ts'
import { useContractForm } from '../../client/forms.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { toast } from '../../ui/toast.tsx'
import { refusedBy } from '../failures.ts'
import { useBedActions } from '../queries.ts'
import { BedFields, type BedValues } from './BedFields.tsx'

const schema = BedForm.pick({ bedNumber: true, ward: true, notes: true })

/** Changes the number, ward or notes of a bed. Why it is in maintenance is said when that begins, not here. */
export function DescribeBedDialog({ bed, onClose }: { bed: Bed; onClose: () => void }) {
  const { change } = useBedActions()
  const isInMaintenance = bed.status === 'MAINTENANCE'
  const [initialValues] = useState<BedValues>({
    bedNumber: bed.bedNumber,
    ward: bed.ward,
    notes: bed.notes ?? '',
  })
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { notes, ...rest } = schema.parse(values)
      const changed = await change(bed.id, notes === bed.notes ? rest : { ...rest, notes })
      onClose()
      toast.success(`Bed ${changed.bedNumber} updated`)
    },
    onFailure: refusedBy('Update failed'),
  })
  return (
    <DialogFrame title={`Edit bed ${bed.bedNumber}`} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Update bed ${bed.bedNumber}`}
        busyLabel="Updating…"
        onCancel={onClose}
      >
        {isInMaintenance && (
          <Text c="dimmed">The notes say why it is in maintenance. Its own notes are back after that.</Text>
        )}
        <BedFields form={form} />
      </DialogForm>
    </DialogFrame>
  )
}
