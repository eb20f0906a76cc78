import { IconClipboardList } from '@tabler/icons-react'
import { InventoryList } from '../../inventory/items/InventoryList.tsx'
import { ButtonLink } from '../../links/links.tsx'
import { ReorderLowStock } from '../../purchase-orders/public.ts'
import { useMay } from '../../session/account.ts'
import { StoreLists } from '../../store-lists/public.ts'

/** The inventory, with the ways to its purchase orders, suppliers and storage locations. */
export function InventoryScreen() {
  const mayChange = useMay()('inventory.change')
  return (
    <InventoryList
      actions={
        <>
          <ButtonLink
            to="/purchase-orders"
            variant="default"
            leftSection={<IconClipboardList size={16} aria-hidden="true" />}
          >
            Orders
          </ButtonLink>
          {mayChange && <StoreLists />}
          {mayChange && <ReorderLowStock />}
        </>
      }
    />
  )
}
