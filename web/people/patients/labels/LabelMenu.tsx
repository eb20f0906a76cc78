import { Button } from '@mantine/core'
import { IconChevronDown, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import type { Label } from './kinds.ts'

const LabelItems = late(() => import('./LabelItems.tsx'), 'LabelItems', whileOpen)

/** The menu of printouts that go with a patient. */
export function LabelMenu({ onPrint, hasPhoto }: { onPrint: (label: Label) => void; hasPhoto: boolean }) {
  const [button, setButton] = useState<HTMLElement>()
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="menu"
        aria-expanded="false"
        leftSection={<IconQrcode size={16} aria-hidden="true" />}
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        onClick={(event) => setButton(event.currentTarget)}
      >
        Labels
      </Button>
      <LabelItems.Ahead />
      {button && (
        <LabelItems
          button={button}
          onPrint={onPrint}
          hasPhoto={hasPhoto}
          onClose={() => setButton(undefined)}
        />
      )}
    </>
  )
}
