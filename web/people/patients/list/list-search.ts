import { z } from 'zod'
import { genders, patientSortKeys } from '../../../../contract/people/patients.ts'
import { dayParam, pageNumber, searchText, sortParams } from '../../../ground/records/list/search-params.ts'

/** The URL parameters of the patient list; others are ignored. */
export const PatientListSearch = z.object({
  search: searchText,
  gender: z.enum(genders).optional().catch(undefined),
  registeredSince: dayParam,
  ...sortParams(patientSortKeys),
  page: pageNumber,
})
export type PatientListSearch = z.output<typeof PatientListSearch>

export const DuplicatesSearch = z.object({
  band: z.enum(['possible', 'decided']).optional().catch(undefined),
  page: pageNumber,
})

export const patientsPerPage = 20

/** The list's filter as the server takes it; page and its size aside. An order that nobody chose is the server's. */
export function filterOf({ search, gender, registeredSince, sort, direction }: PatientListSearch) {
  return { search, gender, registeredSince, sort, direction: sort && direction }
}

/** The column that the list is sorted by: none while whose name begins with what is searched for comes first. */
export function sortOf({ search, sort, direction }: PatientListSearch) {
  return { key: sort ?? (search ? undefined : 'lastName'), direction: direction ?? 'asc' } as const
}

/** The last search of somebody's list in this tab, to which a link on a record returns. */
let last: { staffId: string; search: PatientListSearch } | undefined

export function rememberList(staffId: string, search: PatientListSearch): void {
  last = { staffId, search }
}

export function lastList(staffId: string): PatientListSearch {
  return last?.staffId === staffId ? last.search : {}
}
