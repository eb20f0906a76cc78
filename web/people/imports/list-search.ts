import { z } from 'zod'
import { importKinds, rowStates } from '../../../contract/people/imports/imports.ts'
import { pageNumber } from '../../ground/records/list/search-params.ts'

export const importsPerPage = 20
export const rowsPerPage = 20

export const ImportListSearch = z.object({ page: pageNumber })

export const NewImportSearch = z.object({ kind: z.enum(importKinds).optional().catch(undefined) })

export const ImportSearch = z.object({
  /** The columns again, of an import that is checked. */
  step: z.literal('columns').optional().catch(undefined),
  rows: z.enum(rowStates).optional().catch(undefined),
  page: pageNumber,
})
