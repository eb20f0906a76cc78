import { fold } from '../../../../contract/fold.ts'
import { knownBirth } from '../../../../contract/people/birth/birth.ts'
import { finderOf } from '../../../../contract/search/people.ts'
import type { Bed, BedAt } from '../../../../contract/wards/beds.ts'
import { bedStatuses, wards } from '../../../../contract/wards/wards.ts'
import { patientName } from '../../../ground/ui/format.ts'
import { collator } from '../queries.ts'
import { isLeaving } from '../words.ts'
import type { BedSortKey, BedsSearch } from './beds-search.ts'

/** Filters and sorts the beds as the address asks. */

const known = new WeakMap<Bed | BedAt, string>()

/** The text by which a bed is found: its number, its ward, and its patient's name and MRN. */
function findableText(bed: Bed | BedAt): string {
  let text = known.get(bed)
  if (text === undefined) {
    const { patient } = bed
    const notes = 'notes' in bed ? (bed.notes ?? '') : ''
    const person = patient ? `${patient.firstName} ${patientName(patient)} ${patient.mrn}` : ''
    text = fold(`${bed.bedNumber} ${bed.unitName} ${person} ${notes}`)
    known.set(bed, text)
  }
  return text
}

/** The beds that the address asks for: those in which every typed word is found, or whose patient was born on the day. */
export function filterBeds<One extends Bed | BedAt>(
  beds: readonly One[],
  {
    search,
    ward,
    unit,
    status,
    doctor,
    leavingBy,
  }: Pick<BedsSearch, 'search' | 'ward' | 'unit' | 'status' | 'doctor'> & {
    /** Only patients who are expected to leave on this day or before. */
    leavingBy?: string | undefined
  },
): One[] {
  const isFound = finderOf(search)
  return beds.filter(
    (bed) =>
      (!ward || bed.ward === ward) &&
      (!unit || bed.unitId === unit) &&
      (!status || statusOf(bed) === status) &&
      (!doctor || !('doctorId' in bed) || bed.doctorId === doctor) &&
      (!leavingBy || !('doctorId' in bed) || isLeaving(bed, leavingBy)) &&
      isFound(findableText(bed), bed.patient && knownBirth(bed.patient)),
  )
}

/** For a past moment only this is known: occupied, or not. */
function statusOf(bed: Bed | BedAt): Bed['status'] {
  if ('status' in bed) return bed.status
  return bed.patient ? 'OCCUPIED' : 'AVAILABLE'
}

/** In the URL's order; beds that lack the sorted value come last. */
export function sortBeds(
  beds: readonly Bed[],
  { sort, direction }: Pick<BedsSearch, 'sort' | 'direction'>,
): readonly Bed[] {
  if (!sort) return beds
  const sign = direction === 'desc' ? -1 : 1
  return beds.toSorted((one, other) => {
    const [left, right] = [sortValue(one, sort), sortValue(other, sort)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * collator.compare(left, right)
  })
}

function sortValue(bed: Bed, key: BedSortKey): string | null {
  switch (key) {
    case 'patient':
      return bed.patient && patientName(bed.patient)
    case 'ward':
      return `${wards.indexOf(bed.ward)} ${bed.unitName}`
    case 'status':
      return String(bedStatuses.indexOf(bed.status))
    default:
      return bed[key]
  }
}
