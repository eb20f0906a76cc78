import { z } from 'zod'
import { pageNumber } from '../../ground/records/list/search-params.ts'

export const DemoRequestSearch = z.object({
  handled: z.enum(['yes', 'no']).optional().catch(undefined),
  page: pageNumber,
})
