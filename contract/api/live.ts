import { z } from 'zod'

/**
 * What `GET /api/live` (Server-Sent Events) tells: which record of which noun changed, never what is in it.
 * `resync` means that something may have been missed: everything shown is to be read again.
 */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), noun: z.string(), id: z.string() }),
  z.object({ kind: z.literal('resync') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
