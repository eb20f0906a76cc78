import type { Doctor } from '../../../contract/people/staff.ts'
import { doctorWords } from './words.ts'

export const everybody = 'all'

/** The options of a filter by doctor: all doctors, an unlisted one that the address names, then the others by name. */
export function doctorChoices(doctors: readonly Doctor[], chosen: string | undefined) {
  const names = new Map(doctors.map((doctor) => [doctor.id, doctorWords(doctor)]))
  const unknown = chosen && !names.has(chosen) ? [chosen] : []
  return [
    { value: everybody, label: 'All doctors' },
    ...unknown.map((value) => ({ value, label: 'One doctor' })),
    ...[...names]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ]
}
