import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteInventoryItem, type InventoryItem } from '../../../contract/inventory-items.ts'
import { ApiError, api } from '../../client/api.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'

/** Asks before an item is retired. Stays open when something is left on the shelf (400), with the reason. */
export function DeleteItemDialog({ item, onClose }: { item: InventoryItem; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function confirm() {
    try {
      await api(deleteInventoryItem, { params: { id: item.id } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) throw error
      onClose()
      toast.error(error instanceof ApiError && error.status > 0 ? error.message : 'Deletion failed')
      return
    }
    onClose()
    toast.success('Item deleted successfully')
    queryClient.removeQueries({ queryKey: ['inventory-item', 'one', item.id] })
    await queryClient.invalidateQueries({ queryKey: ['inventory-item', 'list'] })
    void queryClient.invalidateQueries({ queryKey: ['inventory-item', 'summary'] })
    await navigate({ to: '/inventory', search: true })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete item"
      confirmLabel={`Delete ${item.name}`}
      busyLabel="Deleting…"
      onConfirm={confirm}
    >
      It leaves the list and can’t be ordered or issued any more. Its movements stay on record.
    </ConfirmDialog>
  )
}
