import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { daysAfter } from '../../../contract/days.ts'
import { passedBy } from '../../../contract/front-desk/appointment-days.ts'
import {
  type Appointment,
  type AppointmentStatus,
  appointmentTransitions,
  bookAppointment,
  callNext,
  cancelAppointment,
  changeAppointment,
  isInQueue,
  listAppointments,
  listAppointmentsOfDay,
  listPatientAppointments,
  listQueue,
  listTodaysAppointments,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { listDoctorAppointments } from '../../../contract/front-desk/doctor-weeks.ts'
import { type Holder, may } from '../../../contract/permissions.ts'
import { spokenDay, spokenMinutes, spokenTime } from '../../../contract/spoken.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import type { WallClock } from '../../ground/http/hospital.ts'
import { serve } from '../../ground/http/serve.ts'
import { changedFields, found, recordById, refuseStale } from '../../ground/records/record.ts'
import { ofCurrentPatient } from '../../people/patients/public.ts'
import { appointment, noted } from './kind.ts'
import { appointmentsOfDay, appointmentsOfDoctor } from './periods.ts'
import * as queries from './queries.ts'
import { bookingRefusal, refuseAdmitted, transitionRefusal } from './refusals.ts'

export function appointmentRoutes(app: FastifyInstance) {
  serve(app, listAppointments, async ({ db, query, audit }) => {
    const { page, limit, cursor, ...filter } = query
    const list = await queries.appointmentPage(db, filter, { page, limit, cursor })
    audit.patientIds = patientsOf(list.items)
    return list
  })

  serve(app, listTodaysAppointments, async ({ db, today, audit }) => {
    const appointments = await appointmentsOfDay(db, await today())
    audit.patientIds = patientsOf(appointments)
    return appointments
  })

  serve(app, listQueue, async ({ db, today, audit }) => {
    const appointments = await queries.queueOn(db, await today())
    audit.patientIds = patientsOf(appointments)
    return appointments
  })

  serve(app, listAppointmentsOfDay, async ({ db, params, audit }) => {
    const appointments = await appointmentsOfDay(db, params.date)
    audit.patientIds = patientsOf(appointments)
    return appointments
  })

  serve(app, listDoctorAppointments, async ({ db, params: { doctorId, monday }, audit }) => {
    const week = { from: monday, to: daysAfter(monday, 6) }
    const appointments = await appointmentsOfDoctor(db, doctorId, week)
    audit.patientIds = patientsOf(appointments)
    return appointments
  })

  serve(app, listPatientAppointments, async ({ db, params, query, audit }) => {
    audit.patientIds = [params.id]
    return ofCurrentPatient(db, params.id, (patientIds) =>
      queries.appointmentPage(db, { patientIds, direction: 'desc' }, query),
    )
  })

  serve(app, readAppointment, async ({ db, params, audit }) => {
    return noted(audit, await recordById(db, appointment, params.id))
  })

  serve(app, bookAppointment, async ({ create, body, staff, wallClock }) => {
    const now = await wallClock()
    refusePastDay(body, now)
    refusePastTime(body, now)
    if (body.overbookReason) requireOverbooking(staff)
    const booked = await create(queries.newAppointment(body, staff.id)).catch((error: unknown) => {
      throw bookingRefusal(error, body, now)
    })
    return queries.toAppointment(booked)
  })

  serve(app, changeAppointment, async (call) => {
    const { trx, params, body, staff, permit, wallClock, audit } = call
    const { status, cancelReason, cancelNote, evenIfPassed, overbookReason, ...fields } = body
    const isMoved = Object.values(fields).some((value) => value !== undefined)
    if (isMoved) permit('reschedule')
    if (status) permit(caseOf(status))
    if (!isMoved && !status) throw invalidField('status', 'Nothing to change')

    const now = await wallClock()
    if (status === 'IN_QUEUE') await queries.lockPatientOf(trx, params.id)
    const before = found(appointment, await queries.lockAppointment(trx, params.id))
    const current = await recordById(trx, appointment, params.id)
    await refuseStale(call, appointment, current)
    if (isMoved) {
      const to = {
        date: fields.date ?? before.date,
        time: fields.time ?? before.time,
        type: fields.type ?? before.type,
        doctorId: fields.doctorId ?? before.doctorId,
        notes: fields.notes === undefined ? before.notes : fields.notes,
        overbookReason: overbookReason ?? null,
      }
      const staysInPlace =
        to.date === before.date && to.time === before.time && to.doctorId === before.doctorId
      if (overbookReason) requireOverbooking(staff)
      else if (staysInPlace) to.overbookReason = before.overbookReason
      if (to.date !== before.date || to.time !== before.time) {
        // A patient who has waited since an earlier day keeps that day, also with another time or doctor.
        const keepsItsDay = before.status === 'IN_QUEUE' && to.date === before.date
        if (!keepsItsDay) refusePastDay(to, now)
        refusePastTime({ ...to, evenIfPassed }, now)
      }
      if (!isDeepStrictEqual({ ...before, ...to }, before)) {
        await queries.rescheduleAppointment(trx, before, to).catch((error: unknown) => {
          throw bookingRefusal(error, to, now)
        })
      }
    }
    if (status) {
      if (!appointmentTransitions.some(({ from, to }) => from === before.status && to === status)) {
        throw await transitionRefusal(trx, current, status, staff)
      }
      if (status === 'IN_QUEUE') await refuseAdmitted(trx, current, 'transition_refused')
      const cancelled = cancelReason ? { reason: cancelReason, note: cancelNote ?? null } : null
      const why = status === 'CANCELLED' ? cancelled : null
      await queries.moveAppointment(trx, params.id, status, staff.id, why).catch((error: unknown) => {
        throw dayRefusal(error, fields.date ?? before.date, now.day)
      })
    }
    const after = await recordById(trx, appointment, params.id)
    audit.changes = changedFields(before, after)
    return noted(audit, after)
  })

  serve(app, cancelAppointment, async ({ trx, params, staff, audit }) => {
    const before = found(appointment, await queries.lockAppointment(trx, params.id))
    if (before.status !== 'SCHEDULED' && before.status !== 'IN_QUEUE') {
      throw await transitionRefusal(trx, await recordById(trx, appointment, params.id), 'CANCELLED', staff)
    }
    await queries.moveAppointment(trx, params.id, 'CANCELLED', staff.id, { reason: 'OTHER', note: null })
    const after = await recordById(trx, appointment, params.id)
    audit.changes = changedFields(before, after)
    return noted(audit, after)
  })

  serve(app, undoAppointmentChange, async ({ trx, params, staff, wallClock, audit }) => {
    const now = await wallClock()
    await queries.lockPatientOf(trx, params.id)
    const before = found(appointment, await queries.lockAppointment(trx, params.id))
    const earlier = await queries.statusBefore(trx, params.id)
    if (!earlier) throw undoRefusal()
    if (isInQueue({ status: earlier }) && !isInQueue(before))
      await refuseAdmitted(trx, await recordById(trx, appointment, params.id), 'undo_refused')
    // Backwards never carries a reason; taking back a cancellation clears it in the database.
    const takesBackMissedCall = earlier === 'IN_PROGRESS' && before.status !== 'COMPLETED'
    const back = queries.moveAppointment(trx, params.id, earlier, staff.id, null, { takesBackMissedCall })
    await back.catch((error: unknown) => {
      throw violatedConstraint(error) === 'appointment_transition'
        ? undoRefusal()
        : bookingRefusal(error, before, now)
    })
    const after = await recordById(trx, appointment, params.id)
    audit.changes = { ...changedFields(before, after), undone: true }
    return noted(audit, after)
  })

  serve(app, callNext, async ({ trx, staff, audit }) => {
    const id = await queries.startNext(trx, staff.id)
    if (!id) throw new Refusal('nobody_waiting', 'No patients are waiting in the queue.')
    audit.changes = { status: ['IN_QUEUE', 'IN_PROGRESS'] }
    return noted(audit, await recordById(trx, appointment, id))
  })
}

function patientsOf(appointments: readonly Appointment[]): string[] {
  return [...new Set(appointments.map((appointment) => appointment.patientId))]
}

function caseOf(status: AppointmentStatus) {
  const transition = appointmentTransitions.find(({ to }) => to === status)
  if (!transition) throw invalidField('status', 'An appointment never goes back to scheduled')
  return transition.case
}

function requireOverbooking(staff: Holder) {
  if (may(staff, 'appointment.overbook')) return
  throw new Refusal('forbidden', 'Your role can’t book outside a doctor’s hours. Choose another time.')
}

function refusePastDay({ date }: { date: string }, now: WallClock) {
  if (date < now.day) throw invalidField('date', 'This day has passed. Choose today or a later day.')
}

/** An earlier time of today is refused unless it is meant. */
function refusePastTime(
  asked: { date: string; time: string; evenIfPassed?: boolean | undefined },
  now: WallClock,
) {
  const minutes = passedBy(asked, now)
  if (minutes === undefined || asked.evenIfPassed) return
  const sentence = `That was ${spokenMinutes(minutes)} ago: ${spokenDay(asked.date)} at ${spokenTime(asked.time, now.style)}. Nothing was saved.`
  throw new Refusal('time_has_passed', sentence, { errors: [{ path: 'time', message: sentence }] })
}

/** Says on which day a patient can join the queue or be missed, where this is another one. */
function dayRefusal(error: unknown, date: string, today: string): unknown {
  if (violatedConstraint(error) === 'appointment_missed_from_its_day') {
    return invalidField(
      'cancelReason',
      `This appointment is on ${spokenDay(date)}. Choose another reason until then.`,
    )
  }
  if (violatedConstraint(error) !== 'appointment_queued_on_its_day') return error
  return new Refusal(
    'transition_refused',
    date > today
      ? `This appointment is on ${spokenDay(date)}. Add the patient to the queue on that day, or reschedule it.`
      : `This appointment was on ${spokenDay(date)}. Reschedule it to today, then add the patient to the queue.`,
  )
}

function undoRefusal(): Refusal {
  return new Refusal(
    'undo_refused',
    'Only the person who made the last change can undo it, within 30 seconds.',
  )
}
