import { daysAfter } from '../../../contract/days.ts'
import {
  addSession,
  changeSession,
  endPracticeSession,
  listFreePlaces,
  listNextFree,
  listSchedules,
  mostSessions,
  type PracticeSession,
  readDayOfSessions,
  weekdayNames,
} from '../../../contract/front-desk/schedules.ts'
import { spokenDay } from '../../../contract/spoken.ts'
import { invalidField } from '../../ground/http/errors.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { changedFields, type EditedKind, recordById, refuseStale } from '../../ground/records/record.ts'
import { availability, dayOfSessions, nextFree } from './availability.ts'
import {
  countOutside,
  currentSessions,
  endSessionAfter,
  insertSession,
  sessionById,
  updateSession,
} from './queries.ts'

const kind: EditedKind<PracticeSession> = {
  called: 'this session',
  gone: 'This session doesn’t exist.',
  read: sessionById,
  changedBy: [changeSession, endPracticeSession],
}

/** The hours of a session before today stay as they were. */
function refusePastDay(path: string, day: string, first: string) {
  if (day < first)
    throw invalidField(path, `Choose ${spokenDay(first)} or a later day. Earlier days stay as they were.`)
}

export const schedules = {
  routes(app) {
    serve(app, listSchedules, async ({ db, today }) => currentSessions(db, await today()))

    serve(app, addSession, async ({ transact, body, today }) => {
      const { doctorId, ...form } = body
      // Asked for before the transaction, which would hold the doctor's row while it waits for another connection.
      const first = await today()
      refusePastDay('validFrom', form.validFrom, first)
      return transact(async (trx, audit) => {
        const id = await insertSession(trx, doctorId, form)
        const added = await recordById(trx, kind, id)
        audit.subjectId = id
        const { doctor, clinic, weekday, startsAt, endsAt } = added
        audit.changes = { added: doctor, clinic, weekday: weekdayNames[weekday], startsAt, endsAt }
        return { ...added, outside: await countOutside(trx, doctorId, first) }
      })
    })

    serve(app, changeSession, async (call) => {
      const { trx, params, body, audit } = call
      const today = await call.today()
      const before = await recordById(trx, kind, params.id)
      await refuseStale({ ...call, version: body.version }, kind, before)
      // Days that are over keep the hours that they had: the session ends, and another begins.
      const isStarted = before.validFrom < today
      refusePastDay('validFrom', body.validFrom, today)
      let id = params.id
      if (isStarted) {
        await endSessionAfter(trx, id, daysAfter(body.validFrom, -1))
        id = await insertSession(trx, before.doctorId, body)
      } else {
        await updateSession(trx, id, body)
      }
      const after = await recordById(trx, kind, id)
      audit.changes = changedFields(before, after)
      return { ...after, outside: await countOutside(trx, before.doctorId, today) }
    })

    serve(app, endPracticeSession, async (call) => {
      const { trx, params, body, audit } = call
      const today = await call.today()
      const before = await recordById(trx, kind, params.id)
      await refuseStale({ ...call, version: body.version }, kind, before)
      refusePastDay('lastDay', body.lastDay, daysAfter(today, -1))
      await endSessionAfter(trx, params.id, body.lastDay)
      const after = { ...before, validUntil: body.lastDay, version: before.version + 1 }
      audit.changes = changedFields(before, after)
      return { ...after, outside: await countOutside(trx, before.doctorId, today) }
    })

    serve(app, readDayOfSessions, ({ db, params, query }) => dayOfSessions(db, params.date, query))

    serve(app, listFreePlaces, ({ db, query: { from, to, ...asked } }) => availability(db, from, to, asked))

    serve(
      app,
      listNextFree,
      async ({ db, query: { from, limit, doctorId, clinicId, ...within }, wallClock }) => {
        const now = await wallClock()
        const start = from === undefined || from <= now.day ? now : { day: from, time: '00:00' }
        return nextFree(db, { doctorId, clinicId }, start, limit, within)
      },
    )
  },
  live: {
    stale: {
      schedules: {
        practice_session: always,
        clinic: always,
        staff: where('named'),
      },
      availability: {
        practice_session: always,
        closure: always,
        clinic: always,
        appointment: ({ told }) => told.day ?? [],
        'slot-hold': ({ told }) => told.day ?? [],
        'appointments-imported': always,
        staff: where('named'),
      },
    },
  },
  constraints: {
    session_one_at_a_time: {
      code: 'session_overlaps',
      detail: 'The doctor has another session at this time.',
      path: 'startsAt',
    },
    session_room_once: {
      code: 'session_room_taken',
      detail: 'The room has another session at this time.',
      path: 'room',
    },
    session_needs_active_doctor: {
      code: 'invalid_input',
      detail: 'This doctor’s account is not active. Choose another.',
      path: 'doctorId',
    },
    session_in_open_clinic: {
      code: 'invalid_input',
      detail: 'This clinic was closed. Choose another.',
      path: 'clinicId',
    },
    sessions_at_most_60: {
      code: 'too_many_sessions',
      detail: `A doctor has ${mostSessions} sessions at most. End some that are no longer held.`,
    },
  },
} satisfies Noun
