import {
  addClosure,
  type Closure,
  closureCauseNames,
  countDisplaced,
  countOutsideHours,
  listClosures,
  listDisplaced,
  listOutsideHours,
  readClosure,
  resolveDisplaced,
  withdrawClosure,
} from '../../../contract/front-desk/closures.ts'
import { type Holder, may } from '../../../contract/permissions.ts'
import { spokenDay } from '../../../contract/spoken.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type RecordKind, recordById, retireRecord } from '../../ground/records/record.ts'
import { toldNow } from '../messages/public.ts'
import { decide } from './decisions.ts'
import { displacedBy, outsideByDoctor, outsideHours } from './displaced.ts'
import { closureById, closuresOf, countDisplacedBy, insertClosure } from './queries.ts'

const kind: RecordKind<Closure> = {
  called: 'this absence',
  gone: 'This absence was withdrawn.',
  read: closureById,
}

/** Doctors record their own leave; the others need the permission for all hours. */
function requireOwn(staff: Holder & { id: string }, doctorId: string | null) {
  if (may(staff, 'schedule.edit') || doctorId === staff.id) return
  throw new Refusal(
    'forbidden',
    'You can record and withdraw your own leave. Ask an administrator for the rest.',
  )
}

export const closures = {
  routes(app) {
    serve(app, listClosures, async ({ db, query, today }) =>
      closuresOf(db, { ...query, from: query.from ?? (await today()) }),
    )

    serve(app, readClosure, ({ db, params }) => recordById(db, kind, params.id))

    serve(app, countDisplaced, async ({ db, query }) => ({ displaced: await countDisplacedBy(db, query) }))

    serve(app, addClosure, async ({ transact, body, staff, today }) => {
      requireOwn(staff, body.doctorId)
      const first = await today()
      if (body.to < first)
        throw invalidField('to', `Choose ${spokenDay(first)} or a later day. This time has passed.`)
      // Read by a statement of its own: the insert waits for bookings that are under way, and they are to be counted.
      return transact(async (trx, audit) => {
        const id = await insertClosure(trx, body, staff.id)
        const made = await recordById(trx, kind, id)
        const { cause, doctor, from, to, reason } = made
        audit.subjectId = id
        audit.changes = { cause, doctor, from, to, reason }
        return made
      })
    })

    serve(app, withdrawClosure, async (call) => {
      requireOwn(call.staff, (await recordById(call.trx, kind, call.params.id)).doctorId)
      return retireRecord(call, kind, 'closure', ({ cause, doctor, from, to }) => ({
        withdrawn: closureCauseNames[cause],
        doctor,
        from,
        to,
      }))
    })

    serve(app, listDisplaced, async ({ db, params, audit }) => {
      await recordById(db, kind, params.id)
      const items = await displacedBy(db, params.id, app.lantern.channels.open)
      audit.patientIds = items.map(({ appointment }) => appointment.patientId)
      return items
    })

    serve(app, listOutsideHours, async ({ db, query, today, audit }) => {
      const items = await outsideHours(db, await today(), app.lantern.channels.open, query.doctorId)
      audit.patientIds = items.map(({ appointment }) => appointment.patientId)
      return items
    })

    serve(app, countOutsideHours, async ({ db, today }) => outsideByDoctor(db, await today()))

    serve(app, resolveDisplaced, async ({ trx, body, staff, audit, wallClock }) => {
      const { results, patientIds } = await decide(trx, body.decisions, staff, await wallClock())
      const count = (action: string) =>
        body.decisions.filter((one, at) => one.action === action && results[at]?.refused === null).length
      const told = await toldNow(
        trx,
        results.map(({ appointmentId }) => appointmentId),
        app.lantern.channels.open,
      )
      audit.patientIds = patientIds
      audit.changes = {
        moved: count('MOVE'),
        cancelled: count('CANCEL'),
        kept: count('KEEP'),
        ...(told > 0 && { told }),
      }
      return { results, told }
    })
  },
  live: {
    stale: {
      closures: {
        closure: always,
        appointment: always,
        practice_session: always,
        'appointments-imported': always,
        staff: where('named'),
      },
    },
  },
  constraints: {
    closure_once: {
      code: 'closure_overlaps',
      detail: 'The doctor is away at this time already. Withdraw that absence first, or choose other days.',
      path: 'from',
    },
    closure_of_active_doctor: {
      code: 'invalid_input',
      detail: 'This doctor’s account is not active. Choose another.',
      path: 'doctorId',
    },
    closure_in_open_clinic: {
      code: 'invalid_input',
      detail: 'This clinic was closed. Choose another.',
      path: 'clinicId',
    },
    closure_has_ends: { code: 'invalid_input', detail: 'The end must be after the start', path: 'to' },
  },
} satisfies Noun
