import { type RawBuilder, sql } from 'kysely'
import {
  type TimelineEvent,
  type TimelineEventName,
  timelineEvents,
} from '../../../contract/clinical/timeline.ts'
import { appointmentsByIds } from '../../front-desk/appointments/public.ts'
import type { Database } from '../../ground/db/connect.ts'
import { inOrder, type Order, type PageRequest, pageOfRows, type Sorted } from '../../ground/db/paging.ts'
import { isOf } from '../../people/patients/public.ts'
import { movementKey, movementsByKeys } from '../../store/items/public.ts'
import { admissionsByIds, staysByIds } from '../../wards/admissions/public.ts'
import { allergiesByIds } from '../allergies/public.ts'
import { medicationsByIds } from '../medications/public.ts'
import { problemsByIds } from '../problems/public.ts'
import { notesByIds } from '../visit-notes/public.ts'
import { vitalsByIds } from '../vitals/public.ts'

interface Source {
  /** Id and moment of each of a patient's events, in an index by patient and moment. */
  moments: (ids: readonly string[]) => RawBuilder<unknown>
  /** The records with these ids. */
  read: (db: Database, ids: readonly string[]) => Promise<{ id: string }[]>
}

const sources: Record<TimelineEventName, Source> = {
  visit: {
    moments: (ids) => sql`
      select id, visit_at(status, queued_at, started_at, status_at) as at from appointment
      where ${isOf(sql`patient_id`, ids)} and visit_at(status, queued_at, started_at, status_at) is not null`,
    read: appointmentsByIds,
  },
  admission: {
    moments: (ids) => sql`select id, admitted_at as at from admission where ${isOf(sql`patient_id`, ids)}`,
    read: admissionsByIds,
  },
  // By the patient's admissions, which are few: a stay knows no patient.
  transfer: {
    moments: (ids) => sql`
      select stay.id, started_at as at from admission join stay on admission_id = admission.id
      where ${isOf(sql`patient_id`, ids)} and started_at > admitted_at`,
    read: staysByIds,
  },
  discharge: {
    moments: (ids) => sql`
      select id, discharged_at as at from admission
      where ${isOf(sql`patient_id`, ids)} and discharged_at is not null`,
    read: admissionsByIds,
  },
  vitals: { moments: entries('vital_signs', 'taken_at'), read: vitalsByIds },
  note: { moments: entries('visit_note', 'seen_at'), read: notesByIds },
  allergy: { moments: entries('allergy', 'recorded_at'), read: allergiesByIds },
  problem: { moments: entries('problem', 'recorded_at'), read: problemsByIds },
  resolution: { moments: entries('problem_resolution', 'recorded_at'), read: problemsByIds },
  prescription: { moments: entries('medication', 'recorded_at'), read: medicationsByIds },
  stop: { moments: entries('medication_stop', 'stopped_at'), read: medicationsByIds },
  issue: { moments: movements('ISSUE'), read: movementsByKeys },
  return: { moments: movements('RETURN'), read: movementsByKeys },
}

function entries(table: string, at: string): Source['moments'] {
  return (ids) =>
    sql`select id, ${sql.ref(at)} as at from ${sql.table(table)} where ${isOf(sql`patient_id`, ids)}`
}

function movements(kind: 'ISSUE' | 'RETURN'): Source['moments'] {
  return (ids) => sql`
    select ${movementKey} as id, at from stock_movement movement
    where ${isOf(sql`patient_id`, ids)} and kind = ${sql.lit(kind)}`
}

interface Moment extends Sorted {
  id: string
  at: string
  /** The event's place in `timelineEvents`. */
  rank: number
}

const order: Order = { at: 'moment', rank: 'number', id: 'id' }

/** A page of what happened to a patient, of these kinds of event, newest first. */
export async function timelinePage(
  db: Database,
  patientIds: readonly string[],
  events: readonly TimelineEventName[],
  { since, ...asked }: Omit<PageRequest, 'page'> & { since?: string | undefined },
): Promise<{ items: TimelineEvent[]; nextCursor: string | null }> {
  const request = { page: 1, ...asked }
  const { after, window, sortValues } = inOrder({ alias: 'moment', order, direction: 'desc' }, request)
  // Moments are sent in milliseconds, and stored with more digits.
  const later = since ? sql`and at >= ${since}::timestamptz + interval '1 millisecond'` : sql``
  // No more of any event than the page can hold, each from its index: what is put in order is a few pages at most.
  const newest = patientIds.flatMap((id) =>
    events.map(
      (event) => sql`(
      select * from (
        select id, at, ${sql.lit(timelineEvents.indexOf(event))} as rank
        from (${sources[event].moments([id])}) of_event
      ) moment where true ${later} ${after} ${window})`,
    ),
  )
  const { rows } = await sql<Moment>`
    select id, at, rank, ${sortValues} from (${sql.join(newest, sql` union all `)}) moment ${window}
  `.execute(db)
  const { items, nextCursor } = pageOfRows<Moment>(rows, request, { total: 0, isAtLeast: false })
  return { items: await withRecords(db, items), nextCursor }
}

async function withRecords(db: Database, moments: readonly Moment[]): Promise<TimelineEvent[]> {
  // Sound: a rank is the place of an event.
  const happened = moments.map(({ id, at, rank }) => ({
    id,
    at,
    event: timelineEvents[rank] as TimelineEventName,
  }))
  const readers = Map.groupBy(happened, ({ event }) => sources[event].read)
  const found = new Map(
    await Promise.all(
      [...readers].map(async ([read, those]) => {
        const records = await read(db, [...new Set(those.map(({ id }) => id))])
        return [read, new Map(records.map((record) => [record.id, record]))] as const
      }),
    ),
  )
  return happened.flatMap(({ id, at, event }) => {
    const record = found.get(sources[event].read)?.get(id)
    // Sound: a source reads the records of its event.
    return record ? [{ id: `${event}:${id}`, at, event, record } as TimelineEvent] : []
  })
}
