import {
  IconAdjustments,
  IconArrowBackUp,
  IconPackageExport,
  IconPackageImport,
  IconPencil,
  IconTrash,
  IconTrashX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { InventoryItem } from '../../../../contract/store/items.ts'
import { type MovementKind } from '../../../../contract/store/kinds.ts'
import { RowAction, RowLink, RowMenu } from '../../../ground/records/row/RowAction.tsx'
import { movementWords } from '../words.ts'
import classes from './ItemList.module.css'

export const movementIcons: Record<MovementKind, TablerIcon> = {
  RECEIVE: IconPackageImport,
  ISSUE: IconPackageExport,
  RETURN: IconArrowBackUp,
  ADJUST: IconAdjustments,
  DISPOSE: IconTrashX,
}

/** The actions on an item in its row. */
export function ItemActions({
  item,
  onMove,
  onDelete,
}: {
  item: InventoryItem
  onMove: (kind: MovementKind) => void
  onDelete: () => void
}) {
  return (
    <span className={classes.icons}>
      {(['RECEIVE', 'ISSUE', 'ADJUST'] as const).map((kind) => (
        <RowAction
          key={kind}
          label={movementWords[kind].verb}
          of={item.name}
          icon={movementIcons[kind]}
          onClick={() => onMove(kind)}
        />
      ))}
      <RowLink
        label="Edit"
        of={item.name}
        icon={IconPencil}
        to="/inventory/$id/edit"
        params={{ id: item.id }}
      />
      <RowAction label="Delete" of={item.name} icon={IconTrash} danger onClick={onDelete} />
      <RowMenu
        of={item.name}
        items={(['RETURN', 'DISPOSE'] as const).map((kind) => ({
          words: `${movementWords[kind].verb} ${item.name}`,
          icon: movementIcons[kind],
          onClick: () => onMove(kind),
        }))}
      />
    </span>
  )
}
