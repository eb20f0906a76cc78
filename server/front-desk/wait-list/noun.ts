import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import {
  addWaitEntry,
  changeWaitEntry,
  declineOffer,
  listWaitEntries,
  listWaitingFor,
  offerPlace,
  takeOffer,
  type WaitEntry,
  withdrawWaitEntry,
} from '../../../contract/front-desk/wait-list.ts'
import { spokenDay } from '../../../contract/spoken.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { WallClock } from '../../ground/http/hospital.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import {
  changedFields,
  type EditedKind,
  editRecord,
  found,
  recordById,
  updateRow,
} from '../../ground/records/record.ts'
import { bookingRefusal, lockAppointment } from '../appointments/public.ts'
import { placeAt } from '../schedules/public.ts'
import * as queries from './queries.ts'
import { holdRefusal, offerOver, waitEnded } from './refusals.ts'
import { bookPlace } from './take.ts'

const kind: EditedKind<WaitEntry> = {
  called: 'this entry',
  gone: 'This entry of the wait list does not exist.',
  read: queries.waitEntryById,
  changedBy: [changeWaitEntry, withdrawWaitEntry, offerPlace, takeOffer, declineOffer],
  audited: [
    'clinicId',
    'doctorId',
    'firstDay',
    'lastDay',
    'fromTime',
    'toTime',
    'priority',
    'appointmentId',
    'note',
  ],
}

const offer = { gone: 'This offer does not exist.' }

export const waitList = {
  routes(app) {
    serve(app, listWaitEntries, async ({ db, query, audit }) => {
      const { page, limit, cursor, ...filter } = query
      const list = await queries.waitEntryPage(db, filter, { page, limit, cursor })
      audit.patientIds = patientsOf(list.items)
      return list
    })

    serve(app, listWaitingFor, async ({ db, query, audit }) => {
      const place = await placeAt(db, query)
      const entries = place ? await queries.waitingFor(db, query, place.clinicId) : []
      audit.patientIds = patientsOf(entries)
      return {
        free: place?.free ?? 0,
        doctor: place?.doctor ?? null,
        clinic: place?.clinic ?? null,
        entries,
      }
    })

    serve(app, addWaitEntry, async ({ create, body, staff, today }) => {
      refuseOver(body.lastDay, await today())
      return create(queries.newWaitEntry(body, staff.id))
    })

    serve(app, changeWaitEntry, async (call) => {
      const { trx, params, body, today } = call
      const before = found(kind, await queries.lockWaitEntry(trx, params.id))
      refuseEnded(before)
      if (body.lastDay !== before.lastDay) refuseOver(body.lastDay, await today())
      const edit = { ...call, version: body.version }
      return editRecord(edit, kind, ({ patientId }) => {
        call.audit.patientIds = [patientId]
        return updateRow(edit, 'wait_entry', queries.waitValues(body))
      })
    })

    serve(app, withdrawWaitEntry, async ({ trx, params, staff, audit }) => {
      const before = found(kind, await queries.lockWaitEntry(trx, params.id))
      refuseEnded(before)
      if (before.offer) await queries.release(trx, before.offer.id, 'WITHDRAWN', staff.id)
      await queries.endWaitEntry(trx, params.id, 'WITHDRAWN', staff.id)
      const after = await recordById(trx, kind, params.id)
      audit.patientIds = [after.patientId]
      audit.changes = changedFields(before, after, ['state'])
      return after
    })

    serve(app, offerPlace, async ({ trx, params, body, staff, wallClock, audit }) => {
      const now = await wallClock()
      refusePassed(body, now)
      // Bookings, holds and answers lock in one order: the day, the entry, the hold.
      await sql`select take_turn_on(array[${body.date}::date])`.execute(trx)
      const before = found(kind, await queries.lockWaitEntry(trx, params.id))
      refuseEnded(before)
      if (before.offer) throw offeredAlready
      await queries.hold(trx, params.id, body, body.minutes, staff.id).catch((error: unknown) => {
        throw holdRefusal(error, body, now)
      })
      const after = await recordById(trx, kind, params.id)
      audit.patientIds = [after.patientId]
      audit.changes = {
        offered: after.offer?.doctor ?? null,
        date: body.date,
        time: after.offer?.time ?? null,
      }
      return after
    })

    serve(app, takeOffer, async ({ trx, params, staff, wallClock, audit }) => {
      const now = await wallClock()
      const held = found(offer, await queries.holdById(trx, params.id))
      const entry = await takeTurn(trx, held)
      if (!(await queries.release(trx, held.id, 'TAKEN', staff.id)))
        throw await offerOver(trx, found(offer, await queries.holdById(trx, held.id)), staff)
      const booked = await bookPlace(trx, entry, held, staff).catch((error: unknown) => {
        throw bookingRefusal(error, held, now)
      })
      await queries.endWaitEntry(trx, entry.id, 'BOOKED', staff.id, booked.id)
      audit.subjectId = booked.id
      audit.patientIds = [booked.patientId]
      audit.changes = {
        doctor: `${booked.doctor.firstName} ${booked.doctor.lastName}`,
        date: booked.date,
        time: booked.time,
      }
      return booked
    })

    serve(app, declineOffer, async ({ trx, params, staff, audit }) => {
      const held = found(offer, await queries.holdById(trx, params.id))
      const entry = found(kind, await queries.lockWaitEntry(trx, held.entryId))
      if (!(await queries.release(trx, held.id, 'DECLINED', staff.id)))
        throw await offerOver(trx, found(offer, await queries.holdById(trx, held.id)), staff)
      audit.subjectId = entry.id
      audit.patientIds = [entry.patientId]
      audit.changes = { declined: entry.offer?.doctor ?? null, date: held.date, time: held.time }
      return recordById(trx, kind, entry.id)
    })
  },
  live: {
    stale: {
      'wait-list': {
        'wait-entry': always,
        'slot-hold': always,
        clinic: always,
        patient: where('identity'),
        staff: where('named', 'chosen'),
        'record-access': always,
      },
    },
  },
  jobs: [
    {
      name: 'release-held-places',
      every: '* * * * *',
      run: ({ db, clock }) => queries.releaseExpired(db, clock()),
    },
  ],
  constraints: {
    wait_entry_once: {
      code: 'already_waiting',
      detail: 'The patient waits for this already. Change that entry instead.',
      path: 'patientId',
    },
    wait_entry_needs_current_patient: {
      code: 'invalid_input',
      detail: 'This patient’s record has been removed, or the patient has died.',
      path: 'patientId',
    },
    wait_entry_of_patient: {
      code: 'invalid_input',
      detail: 'This patient’s record has been removed, or the patient has died.',
      path: 'patientId',
    },
    wait_entry_in_clinic: {
      code: 'invalid_input',
      detail: 'This clinic was closed. Choose another.',
      path: 'clinicId',
    },
    wait_entry_for_doctor: {
      code: 'invalid_input',
      detail: 'This doctor can’t be booked. Choose another.',
      path: 'doctorId',
    },
    wait_entry_brings_forward: {
      code: 'invalid_input',
      detail: 'Choose an appointment of this patient that is still to come.',
      path: 'appointmentId',
    },
    hold_one_per_entry: {
      code: 'offered_already',
      detail: 'A place is held for this patient already. Record the answer first.',
    },
    hold_one_per_seat: { code: 'place_taken', detail: 'Somebody else was given this place.', path: 'time' },
    hold_one_per_token: { code: 'place_taken', detail: 'Somebody else was given this place.', path: 'time' },
    hold_of_doctor: {
      code: 'invalid_input',
      detail: 'This doctor can’t be booked. Choose another.',
      path: 'doctorId',
    },
    hold_in_hours: {
      code: 'outside_hours',
      detail: 'The doctor sees no patients at that time.',
      path: 'time',
    },
    hold_while_doctor_is_in: {
      code: 'doctor_away',
      detail: 'The doctor is away at that time.',
      path: 'time',
    },
    hold_before_its_time: {
      code: 'time_has_passed',
      detail: 'This time has passed. Choose a later one.',
      path: 'time',
    },
    hold_while_free: { code: 'place_taken', detail: 'Somebody else was given this place.', path: 'time' },
  },
} satisfies Noun

const offeredAlready = new Refusal(
  'offered_already',
  'A place is held for this patient already. Record the answer first.',
)

function patientsOf(entries: readonly WaitEntry[]): string[] {
  return [...new Set(entries.map(({ patientId }) => patientId))]
}

function refuseEnded(entry: WaitEntry) {
  if (entry.endedAt !== null) throw waitEnded(entry)
}

function refuseOver(lastDay: string, today: string) {
  if (lastDay < today)
    throw invalidField('lastDay', `Choose ${spokenDay(today)} or a later day. This day has passed.`)
}

function refusePassed({ date, time }: { date: string; time: string }, now: WallClock) {
  if (date > now.day || (date === now.day && time >= now.time)) return
  throw new Refusal('time_has_passed', 'This time has passed. Choose a later one.')
}

/** Locks the days, the entry and the later appointment of an offer, in the order in which bookings do. */
async function takeTurn(trx: Transaction<DB>, held: queries.Hold): Promise<WaitEntry> {
  const before = await recordById(trx, kind, held.entryId)
  const days = [held.date, ...(before.appointmentDate ? [before.appointmentDate] : [])]
  await sql`select take_turn_on(${days}::date[])`.execute(trx)
  const entry = found(kind, await queries.lockWaitEntry(trx, held.entryId))
  if (entry.appointmentId) await lockAppointment(trx, entry.appointmentId)
  return recordById(trx, kind, entry.id)
}
