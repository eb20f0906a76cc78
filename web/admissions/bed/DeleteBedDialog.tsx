import { Text } from '@mantine/core'
import { type Bed } from '../../../contract/beds.ts'
import { wardNames } from '../../../contract/wards.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { sentenceOf } from '../failures.ts'
import { useBedActions } from '../queries.ts'

/** Asks before a bed leaves the hospital. */
export function DeleteBedDialog({ bed, onClose }: { bed: Bed; onClose: () => void }) {
  const { remove } = useBedActions()

  async function confirm() {
    try {
      await remove(bed.id)
      toast.success('Bed deleted successfully')
    } catch (error) {
      toast.error(sentenceOf(error, 'Deletion failed'))
    }
    onClose()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete bed ${bed.bedNumber}`}
      confirmLabel={`Delete bed ${bed.bedNumber}`}
      busyLabel="Deleting…"
      onConfirm={confirm}
    >
      Are you sure you want to delete this bed?
      <Text c="dimmed">
        {bed.bedNumber}, {wardNames[bed.ward]}. Who lay in it stays in the history.
      </Text>
    </ConfirmDialog>
  )
}
