import { Menu } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { ButtonMenu } from '../../ui/ButtonMenu.tsx'

export interface RowItem {
  words: string
  icon: TablerIcon
  onClick: () => void
}

/** The items of a row's menu. */
export function RowItems({
  button,
  label,
  items,
  onClose,
}: {
  button: HTMLElement
  label: string
  items: readonly RowItem[]
  onClose: () => void
}) {
  return (
    <ButtonMenu button={button} label={label} onClose={onClose}>
      {items.map(({ words, icon: Icon, onClick }) => (
        <Menu.Item
          key={words}
          leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
          onClick={onClick}
        >
          {words}
        </Menu.Item>
      ))}
    </ButtonMenu>
  )
}
