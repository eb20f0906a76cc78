import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What everybody may know of the hospital. `timeZone` is an IANA name: it decides what 'today' is. */
export const Site = z.object({
  hospitalName: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  /** No account exists yet: the one that signs up next is the administrator. */
  awaitsFirstAccount: z.boolean(),
})
export type Site = z.infer<typeof Site>

export const readSite = endpoint({
  name: 'readSite',
  summary: 'The hospital’s name, time zone and currency',
  method: 'GET',
  path: '/site',
  permission: 'public',
  kind: 'read',
  reply: Site,
})
