import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment, MomentInput } from '../api/fields.ts'
import { PageQuery } from '../api/page.ts'
import { Appointment } from '../front-desk/appointments.ts'
import { PatientMovement } from '../store/recipients.ts'
import { Admission, Stay } from '../wards/admissions.ts'
import { Allergy } from './allergies.ts'
import { Medication } from './medications.ts'
import { Problem } from './problems.ts'
import { timelineKindNames } from './timeline-kinds.ts'
import { VisitNote } from './visit-notes.ts'
import { VitalSigns } from './vitals.ts'

/**
 * All that happened to a patient, newest first (record 27). What happened is never written down a second time: an event is
 * a moment of a record that is kept elsewhere, with that record as it is now.
 */

function event<Name extends string, Record extends z.ZodType>(name: Name, record: Record) {
  return z.object({ id: z.string(), at: Moment, event: z.literal(name), record })
}

/** For events at the same moment, the later one in this list counts as later. */
export const TimelineEvent = z.discriminatedUnion('event', [
  event('visit', Appointment),
  event('admission', Admission),
  event('transfer', Stay),
  event('vitals', VitalSigns),
  event('note', VisitNote),
  event('allergy', Allergy),
  event('problem', Problem),
  event('resolution', Problem),
  event('stop', Medication),
  event('prescription', Medication),
  event('issue', PatientMovement),
  event('return', PatientMovement),
  event('discharge', Admission),
])
export type TimelineEvent = z.infer<typeof TimelineEvent>
export type TimelineEventName = TimelineEvent['event']
export const timelineEvents: readonly TimelineEventName[] = TimelineEvent.options.map(
  ({ shape }) => shape.event.value,
)

export const readTimeline = endpoint({
  name: 'readTimeline',
  summary:
    'All that happened to a patient, newest first, or what is of one `kind`. Of kinds that the role may not see nothing is answered; asked for by name, such a kind is refused (403)',
  method: 'GET',
  path: '/patients/{id}/timeline',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  // By cursor alone, and uncounted: page 100 would have to be counted out.
  query: PageQuery.omit({ page: true }).extend({
    kind: z.enum(timelineKindNames).optional(),
    /** Only what happened after it. */
    since: MomentInput.optional(),
  }),
  reply: z.object({ items: z.array(TimelineEvent), nextCursor: z.string().nullable() }),
})

export const auditWords = {
  readTimeline: 'timeline',
}
