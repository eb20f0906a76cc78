import { Button } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'

const ReorderDialog = late(() => import('./ReorderDialog.tsx'), 'ReorderDialog', whileOpen)

/** Shows what reordering everything that is low would do, and does it. */
export function ReorderLowStock() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShoppingCartPlus size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Reorder Low Stock
      </Button>
      <ReorderDialog.Ahead />
      {open && <ReorderDialog onClose={() => setOpen(false)} />}
    </>
  )
}
