import type { Units } from '../../../contract/clinical/units/unit-choices.ts'
import { unitsOf } from '../../../contract/hospital/hospital.ts'
import { useSite } from '../../ground/sign-in/account.ts'

/** The units in which this hospital writes what it measures. */
export function useUnits(): Units {
  return unitsOf(useSite())
}
