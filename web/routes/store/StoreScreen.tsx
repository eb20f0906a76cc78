import { IconClipboardList } from '@tabler/icons-react'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useMay } from '../../ground/sign-in/account.ts'
import { ItemList } from '../../store/items/catalogue/ItemList.tsx'
import { ReorderLowStock } from '../../store/purchase-orders/public.ts'
import { StoreLists } from '../../store/suppliers-and-locations/public.ts'

/** The inventory, with the ways to its purchase orders, suppliers and storage locations. */
export function StoreScreen() {
  const mayChange = useMay()('inventory.change')
  return (
    <ItemList
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
