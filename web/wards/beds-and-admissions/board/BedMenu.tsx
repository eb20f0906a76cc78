import { Menu } from '@mantine/core'
import {
  IconActivityHeartbeat,
  IconArrowsExchange,
  IconBandage,
  IconCalendarEvent,
  IconPencil,
  IconTool,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Bed } from '../../../../contract/wards/beds.ts'
import { ButtonMenu } from '../../../ground/ui/ButtonMenu.tsx'
import type { Abilities } from '../abilities.ts'
import classes from './BedCard.module.css'
import type { BedAct } from './beds-search.ts'

export interface OpenMenu {
  bed: Bed
  button: HTMLElement
}

const looks: Partial<Record<BedAct, { label: string; icon: TablerIcon }>> = {
  vitals: { label: 'Record Vital Signs', icon: IconActivityHeartbeat },
  transfer: { label: 'Transfer', icon: IconArrowsExchange },
  edit: { label: 'Edit Admission', icon: IconCalendarEvent },
  wristband: { label: 'Print Wristband', icon: IconBandage },
  maintain: { label: 'Set Maintenance', icon: IconTool },
  describe: { label: 'Edit Bed', icon: IconPencil },
  delete: { label: 'Delete Bed', icon: IconTrash },
}

/** The rarer actions of a bed. */
export function BedMenu({
  open,
  abilities,
  onClose,
  onChoose,
}: {
  open: OpenMenu | undefined
  abilities: Abilities
  onClose: () => void
  onChoose: (act: BedAct, bed: Bed) => void
}) {
  if (!open) return null
  const { bed, button } = open
  return (
    <ButtonMenu key={bed.id} button={button} label={`More for bed ${bed.bedNumber}`} onClose={onClose}>
      {abilities.menuActs(bed).map((act) => {
        const look = looks[act]
        if (!look) return null
        const { label, icon: Icon } = look
        // An item that can't be chosen stays in reach of the keyboard, so that its reason is heard.
        const isBlocked = act === 'delete' && bed.status === 'OCCUPIED'
        return (
          <Menu.Item
            key={act}
            {...(act === 'delete' && !isBlocked && { c: 'var(--tone-red)' })}
            aria-disabled={isBlocked || undefined}
            closeMenuOnClick={!isBlocked}
            leftSection={<Icon size={16} aria-hidden="true" />}
            className={isBlocked ? classes.blocked : undefined}
            onClick={() => {
              if (!isBlocked) onChoose(act, bed)
            }}
          >
            {label}
            {isBlocked && <span className={classes.reason}>Occupied</span>}
          </Menu.Item>
        )
      })}
    </ButtonMenu>
  )
}
