import { Menu } from '@mantine/core'
import { IconBandage, IconPhoto, IconTag } from '@tabler/icons-react'
import { ButtonMenu } from '../../../ground/ui/ButtonMenu.tsx'
import type { Label } from './kinds.ts'

/** The printouts that go with a patient. */
export function LabelItems({
  button,
  onPrint,
  hasPhoto,
  onClose,
}: {
  button: HTMLElement
  onPrint: (label: Label) => void
  hasPhoto: boolean
  onClose: () => void
}) {
  return (
    <ButtonMenu button={button} label="Labels" onClose={onClose}>
      <Menu.Item leftSection={<IconTag size={16} aria-hidden="true" />} onClick={() => onPrint('label')}>
        Print Label
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBandage size={16} aria-hidden="true" />}
        onClick={() => onPrint('wristband')}
      >
        Print Wristband
      </Menu.Item>
      {hasPhoto && (
        <Menu.Item leftSection={<IconPhoto size={16} aria-hidden="true" />} onClick={() => onPrint('photo')}>
          Print Wristband with Photo
        </Menu.Item>
      )}
    </ButtonMenu>
  )
}
