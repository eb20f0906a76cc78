import { z } from 'zod'
import type { ImportKind, RowState } from '../../../contract/people/imports/imports.ts'
import { pageNumber } from '../../ground/records/list/search-params.ts'

export const importsPerPage = 20
export const rowsPerPage = 20

/** Written out again, because every screen loads this file at its start, and the contract of imports is large. */
const rowStates = [
  'READY',
  'KNOWN',
  'POSSIBLE',
  'REJECTED',
  'IMPORTED',
  'REMOVED',
  'KEPT',
] as const satisfies readonly RowState[]

const kinds = [
  'PATIENTS',
  'SUPPLIERS',
  'BEDS',
  'STOCK',
  'STAFF',
  'APPOINTMENTS',
] as const satisfies readonly ImportKind[]

export const ImportListSearch = z.object({ page: pageNumber })

export const NewImportSearch = z.object({ kind: z.enum(kinds).optional().catch(undefined) })

export const ImportSearch = z.object({
  /** The columns again, of an import that is checked. */
  step: z.literal('columns').optional().catch(undefined),
  rows: z.enum(rowStates).optional().catch(undefined),
  page: pageNumber,
})
