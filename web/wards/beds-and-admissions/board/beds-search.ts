import { z } from 'zod'
import { bedStatuses, wards } from '../../../../contract/wards/wards.ts'
import { idParam, pageNumber, searchText, sortParams } from '../../../ground/records/list/search-params.ts'

/** The URL parameters of the beds: filters, order, page, a past moment, and the open dialog. */

export const bedSortKeys = [
  'bedNumber',
  'ward',
  'status',
  'patient',
  'admissionDate',
  'expectedDischargeDate',
] as const
export type BedSortKey = (typeof bedSortKeys)[number]

/** The acts of dialogs and prints on a bed or its patient. */
export const bedActs = [
  'assign',
  'vitals',
  'transfer',
  'discharge',
  'edit',
  'expectedDischarge',
  'wristband',
  'maintain',
  'describe',
  'delete',
] as const
export type BedAct = (typeof bedActs)[number]

const BedsAddress = z.object({
  search: searchText,
  ward: z.enum(wards).optional().catch(undefined),
  /** One of the hospital's own wards of that kind. */
  unit: idParam,
  status: z.enum(bedStatuses).optional().catch(undefined),
  /** The doctor whose patients' beds are shown. */
  doctor: idParam,
  /** Only the beds of patients who are expected to leave today, or were earlier. */
  leaving: z.literal(true).optional().catch(undefined),
  ...sortParams(bedSortKeys),
  page: pageNumber,
  /** The half of the page that a phone shows. */
  view: z.enum(['details']).optional().catch(undefined),
  /** A past day and time on the hospital's clock: the beds as they were then. */
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional()
    .catch(undefined),
  act: z.enum(bedActs).optional().catch(undefined),
  bed: idParam,
})
/** Filters by what is not known of a past time are dropped there. */
export const BedsSearch = BedsAddress.transform((address) =>
  address.at
    ? {
        ...address,
        status: address.status === 'MAINTENANCE' ? undefined : address.status,
        doctor: undefined,
        leaving: undefined,
      }
    : address,
)
export type BedsSearch = z.output<typeof BedsSearch>

export function isFiltered({ search, ward, unit, status, doctor, leaving }: BedsSearch): boolean {
  return Boolean(search?.trim() || ward || unit || status || doctor || leaving)
}

export const noFilters = {
  search: undefined,
  ward: undefined,
  unit: undefined,
  status: undefined,
  doctor: undefined,
  leaving: undefined,
} as const
