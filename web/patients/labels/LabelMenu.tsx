import { Button, Menu } from '@mantine/core'
import { IconBandage, IconChevronDown, IconQrcode, IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { ButtonMenu } from '../../ui/ButtonMenu.tsx'
import type { Label } from './kinds.ts'

/** What can be printed to go with a patient. */
export function LabelMenu({ onPrint }: { onPrint: (label: Label) => void }) {
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
      {button && (
        <ButtonMenu button={button} label="Labels" onClose={() => setButton(undefined)}>
          <Menu.Item leftSection={<IconTag size={16} aria-hidden="true" />} onClick={() => onPrint('label')}>
            Print Label
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBandage size={16} aria-hidden="true" />}
            onClick={() => onPrint('wristband')}
          >
            Print Wristband
          </Menu.Item>
        </ButtonMenu>
      )}
    </>
  )
}
