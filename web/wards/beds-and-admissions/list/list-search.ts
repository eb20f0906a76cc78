import { z } from 'zod'
import { wards } from '../../../../contract/wards/wards.ts'
import { dayParam, pageNumber, searchText } from '../../../ground/records/list/search-params.ts'

/** The URL parameters of the list of admissions. */
export const AdmissionListSearch = z.object({
  search: searchText,
  from: dayParam,
  to: dayParam,
  /** The event in these days; admissions by default. */
  of: z.literal('discharges').optional().catch(undefined),
  /** The ward of the first stay; for discharges, that of the last. */
  ward: z.enum(wards).optional().catch(undefined),
  /** The attending doctor. */
  doctor: z.guid().optional().catch(undefined),
  readmissions: z.literal(true).optional().catch(undefined),
  page: pageNumber,
})
export type AdmissionListSearch = z.output<typeof AdmissionListSearch>

export const admissionsPerPage = 20

/** The list's filter as the server takes it. */
export function filterOf({ search, from, to, of, ward, doctor, readmissions }: AdmissionListSearch) {
  return {
    search,
    doctorId: doctor,
    from,
    to,
    of,
    ...(of ? { dischargedFrom: ward } : { admittedTo: ward }),
    ...(readmissions && { readmissions: 'true' as const }),
  }
}
