import type { Doctor } from '../../contract/staff.ts'
import { doctorWords } from './words.ts'

export const everybody = 'all'

/** What a filter by doctor offers: all, then these by name; and one whom an address names and who is not among them. */
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
