import { IconPackageOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InventoryItem } from '../../../../contract/store/items.ts'
import { type Reading, RecordPage } from '../../../ground/records/Loaded.tsx'
import { MissingRecord } from '../../../ground/records/MissingRecord.tsx'

/** A page about one item, once the item is there. */
export function ItemPage(page: {
  query: Reading<InventoryItem>
  isForm?: boolean
  loading: ReactNode
  children: (item: InventoryItem, ended: 'deleted' | undefined) => ReactNode
}) {
  return (
    <RecordPage
      {...page}
      failed="This item could not be loaded"
      missing={
        <MissingRecord
          title="Item Not Found"
          icon={IconPackageOff}
          list={{ to: '/inventory', name: 'Inventory' }}
        >
          It doesn’t exist or has been deleted.
        </MissingRecord>
      }
    />
  )
}
