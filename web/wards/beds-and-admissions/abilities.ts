import { useMemo } from 'react'
import { may, type Permission } from '../../../contract/permissions.ts'
import type { Bed } from '../../../contract/wards/beds.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import type { BedAct } from './board/beds-search.ts'

/** The act that a bed waits for; 'release' is Mark Available, which asks nothing. */
export type MainAct = 'assign' | 'discharge' | 'release'

export const mainActLabels: Record<MainAct, string> = {
  assign: 'Assign Patient',
  discharge: 'Discharge',
  release: 'Mark Available',
}

const needed: Record<BedAct, Permission> = {
  assign: 'bed.admit',
  vitals: 'clinical.observe',
  transfer: 'bed.admit',
  discharge: 'bed.admit',
  edit: 'bed.admit',
  expectedDischarge: 'bed.admit',
  wristband: 'bed.admit',
  maintain: 'bed.maintain',
  describe: 'bed.edit',
  delete: 'bed.edit',
}

/** The acts that the signed-in user may do with a bed. */
export interface Abilities {
  mayDo(act: BedAct): boolean
  mainAct(bed: Bed): MainAct | undefined
  /** The other actions, in the menu. */
  menuActs(bed: Bed): readonly BedAct[]
}

/** Returns the same object as long as the permissions are the same. */
export function useAbilities(): Abilities {
  const { permissions } = useMe()
  return useMemo(() => {
    const me = { permissions }
    const mayAdmit = may(me, 'bed.admit')
    const mayMaintain = may(me, 'bed.maintain')
    const mayEdit = may(me, 'bed.edit')
    const mayRecord = may(me, 'clinical.observe')
    const editing: BedAct[] = mayEdit ? ['describe', 'delete'] : []
    const whenAvailable: BedAct[] = [...(mayMaintain ? (['maintain'] as const) : []), ...editing]
    const whenOccupied: BedAct[] = [
      ...(mayRecord ? (['vitals'] as const) : []),
      ...(mayAdmit ? (['transfer', 'edit', 'wristband'] as const) : []),
      ...editing,
    ]
    return {
      mayDo: (act) => may(me, needed[act]),
      mainAct({ status }) {
        if (status === 'MAINTENANCE') return mayMaintain ? 'release' : undefined
        if (!mayAdmit) return undefined
        return status === 'OCCUPIED' ? 'discharge' : 'assign'
      },
      menuActs({ status }) {
        if (status === 'OCCUPIED') return whenOccupied
        return status === 'AVAILABLE' ? whenAvailable : editing
      },
    }
  }, [permissions])
}
