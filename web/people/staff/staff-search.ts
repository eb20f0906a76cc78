import { z } from 'zod'
import { searchText, sortParams } from '../../ground/records/list/search-params.ts'

export const staffSortKeys = ['name', 'role', 'active'] as const
export type StaffSortKey = (typeof staffSortKeys)[number]

export const StaffSearch = z.object({ search: searchText, ...sortParams(staffSortKeys) })
