// No dialog in this file is about a patient.
import { Text } from '@mantine/core'
import { type Bed } from '../../../../contract/wards/beds.ts'
import { DeleteDialog } from '../../../ground/records/DeleteDialog.tsx'
import { useBedActions } from '../queries.ts'
import { placeWords } from '../words.ts'

/** Asks before a bed leaves the hospital, which a patient in it forbids. */
export function DeleteBedDialog({ bed, onClose }: { bed: Bed; onClose: () => void }) {
  const { remove } = useBedActions()
  return (
    <DeleteDialog
      title={`Delete bed ${bed.bedNumber}`}
      confirmLabel={`Delete bed ${bed.bedNumber}`}
      deleted="Bed deleted successfully"
      notDeleted={`Bed ${bed.bedNumber} was not deleted`}
      onDelete={() => remove(bed.id)}
      onClose={onClose}
    >
      Are you sure you want to delete this bed?
      <Text c="dimmed">{placeWords(bed)}. Its past admissions are kept.</Text>
    </DeleteDialog>
  )
}
