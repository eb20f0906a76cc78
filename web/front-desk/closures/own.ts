import type { Closure } from '../../../contract/front-desk/closures.ts'
import type { Me } from '../../../contract/people/staff.ts'
import { may } from '../../../contract/permissions.ts'

/** Doctors withdraw their own leave; the rest needs the permission for all hours. */
export function mayWithdraw({ doctorId }: Closure, me: Me): boolean {
  return may(me, 'absence.record') && (may(me, 'schedule.edit') || doctorId === me.id)
}
