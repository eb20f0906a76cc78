import type { FastifyInstance } from 'fastify'
import { readTimeline } from '../../../contract/clinical/timeline.ts'
import { timelineKindNames, timelineKinds } from '../../../contract/clinical/timeline-kinds.ts'
import { may } from '../../../contract/permissions.ts'
import { requirePermission } from '../../ground/http/admit.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { ofCurrentPatient } from '../../people/patients/public.ts'
import { timelinePage } from './queries.ts'

function routes(app: FastifyInstance) {
  serve(app, readTimeline, async ({ db, params, query: { kind, ...request }, staff }) => {
    if (kind) requirePermission(staff, timelineKinds[kind].permission)
    const kinds = timelineKindNames.filter((one) => may(staff, timelineKinds[one].permission))
    const events = (kind ? [kind] : kinds).flatMap((one) => timelineKinds[one].events)
    return ofCurrentPatient(db, params.id, (ids) => timelinePage(db, ids, events, request))
  })
}

/** Timelines have no events: screens follow the kinds that they are made of. */
export const timeline = { routes } satisfies Noun
