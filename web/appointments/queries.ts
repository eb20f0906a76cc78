import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  type Appointment,
  type AppointmentBooking,
  type AppointmentChange,
  bookAppointment,
  callNext,
  changeAppointment,
  listAppointments,
  listAppointmentsOfDay,
  listPatientAppointments,
  listTodaysAppointments,
  undoAppointmentChange,
} from '../../contract/appointments.ts'
import { api, call } from '../client/api.ts'
import { setClockBy } from '../session/hospital-clock.ts'

const daysKey = ['appointment', 'day'] as const

/** One day's appointments by queue number. `today` is the hospital's, as far as this screen knows. */
export function dayQuery(date: string, today: string) {
  return queryOptions({
    queryKey: [...daysKey, date],
    // Cards carry the names of patients and doctors.
    meta: { follows: ['patient', 'staff'] },
    queryFn: async ({ signal }): Promise<Appointment[]> => {
      const answer =
        date === today
          ? await call(listTodaysAppointments, {}, { signal })
          : await call(listAppointmentsOfDay, { params: { date } }, { signal })
      setClockBy(answer)
      return answer.json()
    },
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

/** What is still to come for a patient, the next one first. */
export function upcomingAppointmentsQuery(patientId: string, today: string) {
  return queryOptions({
    queryKey: ['appointment', 'upcoming', patientId, today],
    queryFn: ({ signal }) =>
      api(
        listAppointments,
        {
          query: {
            patientId,
            from: today,
            status: 'SCHEDULED,IN_QUEUE,IN_PROGRESS',
            direction: 'asc',
            limit: 50,
          },
        },
        { signal },
      ),
  })
}

/** Puts an answered appointment into the days that are shown, before they are read again. */
async function showChanged(queryClient: QueryClient, changed: Appointment): Promise<void> {
  await queryClient.cancelQueries({ queryKey: daysKey })
  for (const [key, list] of queryClient.getQueriesData<Appointment[]>({ queryKey: daysKey })) {
    if (!list) continue
    const others = list.filter(({ id }) => id !== changed.id)
    const belongs = key[daysKey.length] === changed.date
    if (!belongs && others.length === list.length) continue
    const next = belongs ? [...others, changed] : others
    queryClient.setQueryData(
      key,
      next.toSorted((one, other) => one.queueNumber - other.queueNumber),
    )
  }
  void queryClient.invalidateQueries({ queryKey: ['appointment'] })
}

/** What can be done with appointments. Each answers the appointment as it is after. @throws ApiError */
export function useAppointmentActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    /** After a refusal somebody else was faster: what is shown is read again. */
    async function shown(answer: Promise<Appointment>): Promise<Appointment> {
      try {
        const appointment = await answer
        await showChanged(queryClient, appointment)
        return appointment
      } catch (error) {
        void queryClient.invalidateQueries({ queryKey: ['appointment'] })
        throw error
      }
    }
    return {
      book: (body: z.input<typeof AppointmentBooking>, idempotencyKey: string) =>
        shown(api(bookAppointment, { body }, { idempotencyKey })),
      change: (id: string, body: z.input<typeof AppointmentChange>) =>
        shown(api(changeAppointment, { params: { id }, body })),
      undo: (id: string) => shown(api(undoAppointmentChange, { params: { id } })),
      callNext: (offered: Appointment) => shown(api(callNext, {}, { offer: offered.id })),
    }
  }, [queryClient])
}
