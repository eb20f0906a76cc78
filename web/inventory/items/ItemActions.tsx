import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowBackUp,
  IconDotsVertical,
  IconPackageExport,
  IconPackageImport,
  IconPencil,
  IconTrash,
  IconTrashX,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { InventoryItem } from '../../../contract/inventory-items.ts'
import type { MovementKind } from '../../../contract/stock.ts'
import { movementWords } from '../words.ts'
import classes from './InventoryList.module.css'

export const movementIcons: Record<MovementKind, TablerIcon> = {
  RECEIVE: IconPackageImport,
  ISSUE: IconPackageExport,
  RETURN: IconArrowBackUp,
  ADJUST: IconAdjustments,
  DISPOSE: IconTrashX,
}

/** What can be done with an item from its row. */
export function ItemActions({
  item,
  onMove,
  onDelete,
}: {
  item: InventoryItem
  onMove: (item: InventoryItem, kind: MovementKind) => void
  onDelete: (item: InventoryItem) => void
}) {
  return (
    <span className={classes.icons}>
      {(['RECEIVE', 'ISSUE', 'ADJUST'] as const).map((kind) => {
        const Icon = movementIcons[kind]
        return (
          <Tooltip key={kind} label={movementWords[kind].verb}>
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.action}
              aria-label={`${movementWords[kind].verb} ${item.name}`}
              onClick={() => onMove(item, kind)}
            >
              <Icon size={18} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )
      })}
      <Tooltip label="Edit">
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={`Edit ${item.name}`}
          renderRoot={(props) => <Link to="/inventory/$id/edit" params={{ id: item.id }} {...props} />}
        >
          <IconPencil size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon
          variant="subtle"
          color="red"
          className={classes.action}
          aria-label={`Delete ${item.name}`}
          onClick={() => onDelete(item)}
        >
          <IconTrash size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.action}
            aria-label={`More for ${item.name}`}
          >
            <IconDotsVertical size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['RETURN', 'DISPOSE'] as const).map((kind) => {
            const Icon = movementIcons[kind]
            return (
              <Menu.Item
                key={kind}
                leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
                onClick={() => onMove(item, kind)}
              >
                {movementWords[kind].verb} {item.name}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
