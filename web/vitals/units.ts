import type { Units } from '../../contract/clinical/units/unit-choices.ts'
import { unitsOf } from '../../contract/site.ts'
import { useSite } from '../session/account.ts'

/** The units in which this hospital writes what it measures. */
export function useUnits(): Units {
  return unitsOf(useSite())
}
