import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import { daysAfter } from '../../../contract/days.ts'
import {
  type Appointment,
  type AppointmentBooking,
  type AppointmentChange,
  bookAppointment,
  callNext,
  changeAppointment,
  isInQueue,
  listAppointments,
  listAppointmentsOfDay,
  listPatientAppointments,
  listQueue,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { callsOf, noteMissedCall } from '../../../contract/front-desk/missed-calls.ts'
import { byNumber } from '../../../contract/front-desk/queue-order.ts'
import { api, asOfAnswer, stampAnswer } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { itself, listed } from '../../ground/client/live/record-events.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'

type Change = z.input<typeof AppointmentChange>

/** One day's appointments by queue number. */
export function dayQuery(date: string) {
  return queryOptions({
    queryKey: ['appointment', 'day', date],
    ...following(
      [`appointments-of-day:${date}`],
      (options) => api(listAppointmentsOfDay, { params: { date } }, options),
      listed<Appointment>(byNumber),
    ),
  })
}

/**
 * Today's appointments, after those of earlier days whose patients are still in the queue or left it today. It is one
 * list, whatever the day: at midnight nobody disappears while it is read again.
 */
export const queueQuery = queryOptions({
  queryKey: ['appointment', 'queue'],
  ...following(['queue'], (options) => api(listQueue, {}, options), listed<Appointment>(byNumber)),
})

/** One appointment, as it is now. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: ['appointment', 'one', id],
    ...following(
      [`appointment:${id}`],
      (options): Promise<Appointment> => api(readAppointment, { params: { id } }, options),
      itself,
    ),
  })
}

/** A page of a patient's appointments, newest first. */
export function patientAppointmentsQuery(patientId: string, page = 1, limit = 20) {
  return queryOptions({
    queryKey: ['appointment', 'patient', patientId, page, limit],
    ...following([`patient-appointments:${patientId}`], (options) =>
      api(listPatientAppointments, { params: { id: patientId }, query: { page, limit } }, options),
    ),
  })
}

/** The first appointments that a search finds: in progress, from any day, or still to come. */
export function foundAppointmentsQuery(search: string, today: string, limit: number) {
  return queryOptions({
    queryKey: ['appointment', 'found', search, today, limit],
    ...following(['appointments'], async (options): Promise<Appointment[]> => {
      const list = (query: { from?: string; to?: string; status: string }) =>
        api(listAppointments, { query: { search, direction: 'asc', limit, ...query } }, options)
      const [begun, toCome] = await Promise.all([
        list({ to: daysAfter(today, -1), status: 'IN_QUEUE,IN_PROGRESS' }),
        list({ from: today, status: 'SCHEDULED,IN_QUEUE,IN_PROGRESS' }),
      ])
      const found = [...begun.items, ...toCome.items].slice(0, limit)
      return stampAnswer(found, Math.min(asOfAnswer(begun), asOfAnswer(toCome)))
    }),
    placeholderData: keepPreviousData,
  })
}

/** The appointment with this number in today's queue. */
export function numberedTodayQuery(queueNumber: number | undefined, today: string) {
  return appointmentListQuery({ from: today, to: today, queueNumber, limit: 1 })
}

type AppointmentQuery = NonNullable<RequestOf<typeof listAppointments>['query']>

/** A page of the appointments of any days. */
export function appointmentListQuery(query: AppointmentQuery) {
  return queryOptions({
    queryKey: ['appointment', 'list', query],
    ...following(['appointments'], (options) => api(listAppointments, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

/** The first appointments, up to a day, whose patients did not arrive and that are not rescheduled or cancelled. */
export function notArrivedQuery(to: string) {
  return queryOptions({
    queryKey: ['appointment', 'not-arrived', to],
    ...following(['earlier-appointments'], (options) =>
      api(listAppointments, { query: { to, status: 'SCHEDULED', limit: 1 } }, options),
    ),
    select: ({ total, totalIsAtLeast }) => ({ total, totalIsAtLeast }),
  })
}

/** A patient's appointments on any day that are neither over nor cancelled, the earliest first. */
export function upcomingAppointmentsQuery(patientId: string) {
  const query = { patientId, status: 'SCHEDULED,IN_QUEUE', direction: 'asc', limit: 50 } as const
  return queryOptions({
    queryKey: ['appointment', 'upcoming', patientId],
    ...following([`patient-appointments:${patientId}`], (options) =>
      api(listAppointments, { query }, options),
    ),
    select: ({ items }) => items,
  })
}

/** Puts a returned appointment into the cached queue and days. */
function showChanged(queryClient: QueryClient, changed: Appointment, today: string): void {
  const { id } = changed
  const wasOnBoard = queryClient.getQueryData(queueQuery.queryKey)?.some((one) => one.id === id)
  // A patient who leaves the queue stays on the board for the rest of the day.
  const staysOnBoard = wasOnBoard === true && changed.queuedAt !== null
  applyAnswer(queryClient, changed, {
    queue: () => changed.date === today || isInQueue(changed) || staysOnBoard,
    'appointments-of-day': (day) => day === changed.date,
    'doctor-appointments': (doctorId) => doctorId === changed.doctorId,
    appointment: (key) => key === id,
  })
}

/** The actions on appointments. Each returns the appointment as changed. @throws ApiError */
export function useAppointmentActions() {
  const queryClient = useQueryClient()
  const today = useToday()
  return useMemo(() => {
    async function shown(answer: Promise<Appointment>): Promise<Appointment> {
      const appointment = await answer
      showChanged(queryClient, appointment, today)
      return appointment
    }
    return {
      book: (body: z.input<typeof AppointmentBooking>, idempotencyKey: string) =>
        shown(api(bookAppointment, { body }, { idempotencyKey })),
      /** Moves it to another status. The transition is its own guard; with a version, only what was shown is moved. */
      move: (
        { id, version }: { id: string; version?: number },
        body: Pick<Change, 'status' | 'cancelReason' | 'cancelNote'>,
      ) => shown(api(changeAppointment, { params: { id }, body }, { version })),
      /** Fetches it again for every component that shows it. */
      reread: (id: string) => queryClient.invalidateQueries(appointmentQuery(id)),
      reschedule: ({ id, version }: { id: string; version: number }, body: Change) =>
        shown(api(changeAppointment, { params: { id }, body }, { version })),
      undo: (id: string) => shown(api(undoAppointmentChange, { params: { id } })),
      /** The patient was called but isn't here. `didNotAttend` ends the visit. */
      missCall: (appointment: Appointment, didNotAttend: boolean) =>
        shown(
          api(noteMissedCall, {
            params: { id: appointment.id },
            body: { call: callsOf(appointment), ...(didNotAttend && { didNotAttend }) },
          }),
        ),
      callNext: (offered: Appointment) => shown(api(callNext, {}, { offer: offered.id })),
    }
  }, [queryClient, today])
}
