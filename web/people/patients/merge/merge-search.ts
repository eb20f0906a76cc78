import { z } from 'zod'

/** The other record, where it is chosen. */
export const MergeSearch = z.object({ other: z.string().optional().catch(undefined) })
