import { type QueryClient, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
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
} from '../../contract/appointments.ts'
import { daysAfter } from '../../contract/days.ts'
import { api } from '../client/api.ts'
import { useToday } from '../session/hospital-clock.ts'

type Change = z.input<typeof AppointmentChange>

const daysKey: readonly string[] = ['appointment', 'day']
const queueKey: readonly string[] = ['appointment', 'queue']
// Cards carry the names of patients and doctors.
const meta = { follows: ['patient', 'staff'] } as const

/** One day's appointments by queue number. */
export function dayQuery(date: string) {
  return queryOptions({
    queryKey: [...daysKey, date] as readonly string[],
    meta,
    queryFn: ({ signal }) => api(listAppointmentsOfDay, { params: { date } }, { signal }),
  })
}

/**
 * Today's appointments, after those of earlier days whose patients are still in the queue or left it today. It is one
 * list, whatever the day: at midnight nobody disappears while it is read again.
 */
export const queueQuery = queryOptions({
  queryKey: queueKey,
  meta,
  queryFn: ({ signal }) => api(listQueue, {}, { signal }),
})

/** One appointment, as it is now. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: ['appointment', 'one', id],
    queryFn: ({ signal }): Promise<Appointment> => api(readAppointment, { params: { id } }, { signal }),
  })
}

/** A page of a patient's appointments, newest first. */
export function patientAppointmentsQuery(patientId: string, page = 1, limit = 20) {
  return queryOptions({
    queryKey: ['appointment', 'patient', patientId, page, limit],
    meta: { follows: ['staff'] },
    queryFn: ({ signal }) =>
      api(listPatientAppointments, { params: { id: patientId }, query: { page, limit } }, { signal }),
  })
}

/** How many of a day are still awaited. */
export function awaitedQuery(date: string) {
  return queryOptions({
    queryKey: ['appointment', 'awaited', date],
    queryFn: ({ signal }) =>
      api(listAppointments, { query: { from: date, to: date, status: 'SCHEDULED', limit: 1 } }, { signal }),
    select: ({ total }) => total,
  })
}

/** What is going on with a patient since an earlier day, and what is still to come, the next one first. */
export function upcomingAppointmentsQuery(patientId: string, today: string) {
  return queryOptions({
    queryKey: ['appointment', 'upcoming', patientId, today],
    queryFn: async ({ signal }): Promise<Appointment[]> => {
      const list = (query: { from?: string; to?: string; status: string }) =>
        api(listAppointments, { query: { patientId, direction: 'asc', limit: 50, ...query } }, { signal })
      const [begun, toCome] = await Promise.all([
        list({ to: daysAfter(today, -1), status: 'IN_QUEUE,IN_PROGRESS' }),
        list({ from: today, status: 'SCHEDULED,IN_QUEUE,IN_PROGRESS' }),
      ])
      return [...begun.items, ...toCome.items]
    },
  })
}

/** By day and number: each day counts from 1. */
export function byNumber(one: Appointment, other: Appointment): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1
  return one.queueNumber - other.queueNumber
}

/** Puts an answered appointment into the queue and the days that are shown, before they are read again. */
async function showChanged(queryClient: QueryClient, changed: Appointment, today: string): Promise<void> {
  const isOnBoard = changed.date === today || isInQueue(changed)
  function put(key: QueryKey, belongs: (was: boolean) => boolean) {
    queryClient.setQueryData<Appointment[]>(key, (list) => {
      if (!list) return list
      const others = list.filter(({ id }) => id !== changed.id)
      return belongs(others.length < list.length) ? [...others, changed].sort(byNumber) : others
    })
  }
  await queryClient.cancelQueries({ queryKey: daysKey })
  await queryClient.cancelQueries({ queryKey: queueKey })
  // Who leaves the queue stays on the board for the rest of the day.
  put(queueKey, (was) => isOnBoard || (was && changed.queuedAt !== null))
  for (const [key] of queryClient.getQueriesData({ queryKey: daysKey })) {
    put(key, () => key[daysKey.length] === changed.date)
  }
  void queryClient.invalidateQueries({ queryKey: ['appointment'] })
}

/** What can be done with appointments. Each answers the appointment as it is after. @throws ApiError */
export function useAppointmentActions() {
  const queryClient = useQueryClient()
  const today = useToday()
  return useMemo(() => {
    /** After a refusal somebody else was faster: what is shown is read again. */
    async function shown(answer: Promise<Appointment>): Promise<Appointment> {
      try {
        const appointment = await answer
        await showChanged(queryClient, appointment, today)
        return appointment
      } catch (error) {
        void queryClient.invalidateQueries({ queryKey: ['appointment'] })
        throw error
      }
    }
    return {
      book: (body: z.input<typeof AppointmentBooking>, idempotencyKey: string) =>
        shown(api(bookAppointment, { body }, { idempotencyKey })),
      /** Moves it to another status, which needs no version: the transition is its own guard. */
      move: (id: string, body: Pick<Change, 'status' | 'cancelReason' | 'cancelNote'>) =>
        shown(api(changeAppointment, { params: { id }, body })),
      reschedule: ({ id, version }: { id: string; version: number }, body: Change) =>
        shown(api(changeAppointment, { params: { id }, body }, { version })),
      undo: (id: string) => shown(api(undoAppointmentChange, { params: { id } })),
      callNext: (offered: Appointment) => shown(api(callNext, {}, { offer: offered.id })),
    }
  }, [queryClient, today])
}
