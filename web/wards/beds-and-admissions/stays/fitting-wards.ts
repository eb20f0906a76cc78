import { daysAfter } from '../../../../contract/days.ts'
import { ageOn, type PatientIdentity } from '../../../../contract/people/patients.ts'
import type { Ward } from '../../../../contract/wards/wards.ts'

/** From this age on a patient is an adult on a ward. */
const adultFrom = 16
/** Days for which a newborn boy stays on his mother's ward. */
const newbornFor = 28

/**
 * The wards that fit a patient's age and sex, the likeliest first. Intensive care, emergency and psychiatry fit nobody by
 * these, so they are offered only to patients who are in them.
 */
export function fittingWards(
  patient: Pick<PatientIdentity, 'dateOfBirth' | 'gender'>,
  today: string,
  lastWard?: Ward,
): Ward[] {
  const isAdult = ageOn(today, patient.dateOfBirth) >= adultFrom
  const usual: Ward = isAdult ? 'GENERAL' : 'PEDIATRIC'
  const isForOtherAges = lastWard === (isAdult ? 'PEDIATRIC' : 'GENERAL')
  const isNewborn = daysAfter(patient.dateOfBirth, newbornFor) >= today
  const isUnfit = lastWard === 'MATERNITY' && patient.gender === 'MALE' && !isNewborn
  return lastWard && lastWard !== usual && !isForOtherAges && !isUnfit ? [lastWard, usual] : [usual]
}
