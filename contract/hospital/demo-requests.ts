import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment, optionalLines, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'

export const screens = ['/demo-requests'] as const

export const scopes = {
  'demo-requests': { summary: 'Who asked for a demo', permission: 'demoRequest.manage' },
} as const satisfies Record<string, ScopeKind>

/** So many can be sent from one network in an hour. */
export const demoRequestsAnHour = 20

/** The demo request form on the public pages. */
export const DemoRequestForm = z.strictObject({
  name: requiredText('Name is required', 100),
  hospital: requiredText('Hospital or clinic is required', 200),
  email: requiredText('E-mail is required', 254).pipe(
    z.email('Enter an e-mail address, e.g. name@hospital.org'),
  ),
  phone: optionalText(40),
  message: optionalLines(2000),
})

export const DemoRequest = z.object({
  id: z.string(),
  name: z.string(),
  hospital: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string().nullable(),
  requestedAt: Moment,
  /** When an administrator marked it as handled, and who did; null while nobody has. */
  handledAt: Moment.nullable(),
  handledBy: z.string().nullable(),
})
export type DemoRequest = z.infer<typeof DemoRequest>

/** Open to anybody. The answer says only that the request was stored. */
export const requestDemo = endpoint({
  name: 'requestDemo',
  summary: 'Ask to be shown Lantern',
  method: 'POST',
  path: '/demo-requests',
  permission: 'public',
  kind: 'create',
  body: DemoRequestForm,
  reply: z.object({ id: z.string() }),
  errors: ['too_many_requests'],
})

export const listDemoRequests = endpoint({
  name: 'listDemoRequests',
  summary: 'Who asked for a demo, the newest first',
  method: 'GET',
  path: '/demo-requests',
  permission: 'demoRequest.manage',
  kind: 'read',
  query: PageQuery.extend({ handled: z.enum(['yes', 'no']).optional() }),
  reply: pageOf(DemoRequest),
})

export const handleDemoRequest = endpoint({
  name: 'handleDemoRequest',
  summary: 'Mark a request for a demo as handled, or as still to be handled',
  method: 'PUT',
  path: '/demo-requests/{id}',
  permission: 'demoRequest.manage',
  kind: 'change',
  params: byId,
  body: z.strictObject({ isHandled: z.boolean() }),
  reply: DemoRequest,
})

export const auditWords = {
  requestDemo: 'asked for a demo',
  handleDemoRequest: 'marked a demo request',
}
