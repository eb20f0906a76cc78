import { z } from 'zod'

/**
 * What `GET /api/live` (Server-Sent Events) tells: which record of which noun changed, never what is in it.
 * `resync` means that something may have been missed: everything shown is to be read again. `closing` is the last word
 * of a server that stops: the screen opens another stream after that many milliseconds, and not all at once.
 */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), noun: z.string(), id: z.string() }),
  z.object({ kind: z.literal('resync') }),
  z.object({ kind: z.literal('closing'), reopenAfter: z.number().int() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
