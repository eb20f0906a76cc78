import { z } from 'zod'
import { type Bed, type BedAt } from '../../../contract/beds.ts'
import { fold } from '../../../contract/fold.ts'
import { finderOf } from '../../../contract/search/people.ts'
import { bedStatuses, wardNames, wards } from '../../../contract/wards.ts'
import { pageNumber, searchText, sortParams } from '../../records/list/search-params.ts'
import { patientName } from '../../ui/format.ts'
import { collator } from '../queries.ts'

/** What the address of the beds says: filters, order, page, a past moment, and the dialog that is open. */

export const bedSortKeys = [
  'bedNumber',
  'ward',
  'status',
  'patient',
  'admissionDate',
  'expectedDischargeDate',
] as const
export type BedSortKey = (typeof bedSortKeys)[number]

/** What a dialog or a print is there to do with a bed, or with whoever lies in it. */
export const bedActs = [
  'assign',
  'vitals',
  'transfer',
  'discharge',
  'edit',
  'wristband',
  'maintain',
  'describe',
  'delete',
] as const
export type BedAct = (typeof bedActs)[number]

export const BedsSearch = z.object({
  search: searchText,
  ward: z.enum(wards).optional().catch(undefined),
  status: z.enum(bedStatuses).optional().catch(undefined),
  /** Whose patients lie there now. */
  doctor: z.guid().toLowerCase().optional().catch(undefined),
  ...sortParams(bedSortKeys),
  page: pageNumber,
  /** Which half a phone shows. */
  view: z.enum(['details']).optional().catch(undefined),
  /** A past day and time on the hospital's clock: the beds as they were then. */
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional()
    .catch(undefined),
  act: z.enum(bedActs).optional().catch(undefined),
  bed: z.guid().toLowerCase().optional().catch(undefined),
})
export type BedsSearch = z.output<typeof BedsSearch>

const known = new WeakMap<Bed | BedAt, string>()

/** What a bed can be found by: its number, its ward, and the name and MRN of who lies in it. */
function findableText(bed: Bed | BedAt): string {
  let text = known.get(bed)
  if (text === undefined) {
    const { patient } = bed
    const notes = 'notes' in bed ? (bed.notes ?? '') : ''
    const person = patient ? `${patient.firstName} ${patientName(patient)} ${patient.mrn}` : ''
    text = fold(`${bed.bedNumber} ${wardNames[bed.ward]} ${person} ${notes}`)
    known.set(bed, text)
  }
  return text
}

/** The beds that the address asks for: those in which every typed word is found, or whose patient was born on the day. */
export function filterBeds<One extends Bed | BedAt>(
  beds: readonly One[],
  { search, ward, status, doctor }: Pick<BedsSearch, 'search' | 'ward' | 'status' | 'doctor'>,
): One[] {
  const isFound = finderOf(search)
  return beds.filter(
    (bed) =>
      (!ward || bed.ward === ward) &&
      (!status || statusOf(bed) === status) &&
      (!doctor || !('doctorId' in bed) || bed.doctorId === doctor) &&
      isFound(findableText(bed), bed.patient?.dateOfBirth),
  )
}

/** Of a past moment only this is kept: somebody lay there, or nobody. */
function statusOf(bed: Bed | BedAt): Bed['status'] {
  if ('status' in bed) return bed.status
  return bed.patient ? 'OCCUPIED' : 'AVAILABLE'
}

export function isFiltered({ search, ward, status, doctor }: BedsSearch): boolean {
  return Boolean(search?.trim() || ward || status || doctor)
}

export const noFilters = {
  search: undefined,
  ward: undefined,
  status: undefined,
  doctor: undefined,
} as const

/** In the order that the address asks for; beds that lack what they are ordered by come last. */
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
      return String(wards.indexOf(bed.ward))
    case 'status':
      return String(bedStatuses.indexOf(bed.status))
    default:
      return bed[key]
  }
}
