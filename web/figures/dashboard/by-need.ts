import { adultFrom, type News2Band } from '../../../contract/clinical/warnings/bands.ts'
import type { EarlyWarning } from '../../../contract/clinical/warnings/early-warning.ts'
import { ageOn } from '../../../contract/people/patients.ts'
import type { OccupiedBed } from '../../wards/beds-and-admissions/words.ts'

const places: Record<News2Band, number> = { High: 0, Medium: 1, 'Low–medium': 2, Low: 4 }
const notRecorded = 3
const child = 5

/**
 * Orders inpatients by need: NEWS2 down to a single sign of 3, adults without a score, low scores, then children, who
 * have no NEWS2. Within a band the higher score is first, then the older reading.
 */
export function byNeed(warnings: readonly EarlyWarning[], today: string) {
  const known = new Map(warnings.map((warning) => [warning.id, warning]))
  const placeOf = ({ patient }: OccupiedBed) => {
    const warning = known.get(patient.id)
    if (warning) return places[warning.band]
    return ageOn(today, patient.dateOfBirth) < adultFrom ? child : notRecorded
  }
  return (one: OccupiedBed, other: OccupiedBed): number => {
    const place = placeOf(one) - placeOf(other)
    const [first, second] = [known.get(one.patient.id), known.get(other.patient.id)]
    if (place || !first || !second) return place
    return second.score - first.score || first.takenAt.localeCompare(second.takenAt)
  }
}
