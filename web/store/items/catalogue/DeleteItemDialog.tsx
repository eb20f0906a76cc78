// No dialog in this file is about a patient.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteInventoryItem, type InventoryItem } from '../../../../contract/store/items.ts'
import { api } from '../../../ground/client/api.ts'
import { DeleteDialog } from '../../../ground/records/DeleteDialog.tsx'

/** Asks before an item is retired, which anything left on the shelf forbids. */
export function DeleteItemDialog({ item, onClose }: { item: InventoryItem; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      title="Delete item"
      confirmLabel={`Delete ${item.name}`}
      deleted="Item deleted successfully"
      notDeleted={`${item.name} was not deleted`}
      onDelete={() => api(deleteInventoryItem, { params: { id: item.id } })}
      onDeleted={async () => {
        queryClient.removeQueries({ queryKey: ['inventory-item', 'one', item.id] })
        await navigate({ to: '/inventory', search: true })
      }}
      onClose={onClose}
    >
      It will be removed from the list and can no longer be ordered or issued. Its movements are kept.
    </DeleteDialog>
  )
}
