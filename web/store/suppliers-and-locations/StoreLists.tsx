import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { StoreListName } from '../../../contract/store/kinds.ts'
import { late } from '../../ground/ui/lazy-component.tsx'

const StoreListsDialog = late(() => import('./StoreListsDialog.tsx'), 'StoreListsDialog', {
  isOpen: ({ lists }) => lists !== undefined,
  close: ({ open }) => open(undefined),
})

const route = getRouteApi('/signed-in/shell/inventory')

/** The way to the lists of suppliers and storage locations; the address says which one is open. */
export function StoreLists() {
  const { lists } = route.useSearch()
  const navigate = route.useNavigate()
  function open(name: StoreListName | undefined, { replace = false } = {}) {
    void navigate({ search: (kept) => ({ ...kept, lists: name }), replace, resetScroll: false })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListDetails size={16} aria-hidden="true" />}
        onClick={() => open('suppliers')}
      >
        Suppliers and Locations
      </Button>
      <StoreListsDialog lists={lists} open={open} />
    </>
  )
}
