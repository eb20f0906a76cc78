import { z } from 'zod'
import { genders, patientSortKeys } from '../../../contract/patients.ts'

/** What the patient list's address can say; anything else in it is ignored. */
export const PatientListSearch = z.object({
  search: z
    .union([z.string(), z.number()])
    .transform((typed) => String(typed).trim().slice(0, 100) || undefined)
    .optional()
    .catch(undefined),
  gender: z.enum(genders).optional().catch(undefined),
  registeredSince: z.iso.date().optional().catch(undefined),
  sort: z.enum(patientSortKeys).optional().catch(undefined),
  direction: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.number().int().min(1).max(1_000_000).optional().catch(undefined),
})
export type PatientListSearch = z.output<typeof PatientListSearch>

export const patientsPerPage = 20

/** The list's filter as the server takes it; page and its size aside. */
export function filterOf({ search, gender, registeredSince, sort, direction }: PatientListSearch) {
  return { search, gender, registeredSince, sort: sort ?? 'lastName', direction: direction ?? 'asc' } as const
}
