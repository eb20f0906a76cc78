import { ageOn, type PatientIdentity } from '../../../contract/patients.ts'
import type { Ward } from '../../../contract/wards.ts'

/** From this age on a patient is an adult on a ward. */
const adultFrom = 16

/**
 * Where a patient fits by age and sex, the likeliest first. Intensive care, emergency and psychiatry fit nobody by these,
 * and so are offered to those alone who are in them.
 */
export function fittingWards(
  patient: Pick<PatientIdentity, 'dateOfBirth' | 'gender'>,
  today: string,
  lastWard?: Ward,
): Ward[] {
  const isAdult = ageOn(today, patient.dateOfBirth) >= adultFrom
  const usual: Ward = isAdult ? 'GENERAL' : 'PEDIATRIC'
  const isOutgrown = lastWard === 'PEDIATRIC' && isAdult
  const isUnfit = lastWard === 'MATERNITY' && patient.gender === 'MALE' && isAdult
  return lastWard && lastWard !== usual && !isOutgrown && !isUnfit ? [lastWard, usual] : [usual]
}
