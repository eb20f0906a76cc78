import { IconPackageOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InventoryItem } from '../../../contract/inventory-items.ts'
import { ButtonLink } from '../../links/links.tsx'
import { RecordPage } from '../../records/Loaded.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'

/** A page about one item, once the item is there. */
export function ItemPage(page: {
  query: UseQueryResult<InventoryItem>
  isForm?: boolean
  loading: ReactNode
  children: (item: InventoryItem, ended: 'deleted' | undefined) => ReactNode
}) {
  return (
    <RecordPage
      {...page}
      failed="This item could not be loaded"
      missing={
        <EmptyState
          title="Item Not Found"
          icon={<IconPackageOff size={32} stroke={1.5} />}
          action={
            <ButtonLink to="/inventory" variant="default">
              Back to Inventory
            </ButtonLink>
          }
        >
          It doesn’t exist or has been deleted.
        </EmptyState>
      }
    />
  )
}
