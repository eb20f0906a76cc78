import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type Appointment,
  type AppointmentBooking,
  isInQueue,
} from '../../../../contract/front-desk/appointments.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { hospitalNow } from '../../../ground/sign-in/hospital-clock.ts'
import { inZone } from '../../../ground/ui/format.ts'
import { firstFreeMinute, takenTimes } from '../hours/free-times.ts'
import { dayQuery, useAppointmentActions } from '../queries.ts'

type Visit = Pick<z.input<typeof AppointmentBooking>, 'patientId' | 'doctorId' | 'type' | 'overbookReason'>

/** Others may take the same minute meanwhile. */
const tries = 3

/**
 * Books a patient at the desk for this minute, and puts them into the queue. Called again after a failure, it goes on
 * where it was, and doesn't book twice. @throws ApiError
 */
export function useQueueToday(): (visit: Visit) => Promise<Appointment> {
  const queryClient = useQueryClient()
  const { timeZone, hasSchedules } = useSite()
  const { book, move } = useAppointmentActions()

  async function bookNow(visit: Visit, attempt = 1): Promise<Appointment> {
    const now = inZone(new Date(hospitalNow()), timeZone)
    const day = await queryClient.fetchQuery({ ...dayQuery(now.day), staleTime: 0 })
    const open = day.find(
      (one) => one.patientId === visit.patientId && (one.status === 'SCHEDULED' || isInQueue(one)),
    )
    if (open) return open
    const taken = visit.type === 'EMERGENCY' ? [] : takenTimes(day, visit.doctorId)
    const time = firstFreeMinute(now.time, taken)
    try {
      // A patient without an appointment takes no place from those who have one.
      const how = hasSchedules ? { walkIn: true } : {}
      return await book({ ...visit, ...how, date: now.day, time, notes: null }, newAttemptKey())
    } catch (error) {
      const isTaken = error instanceof ApiError && error.problem.code === 'doctor_slot_taken'
      if (!isTaken || attempt === tries) throw error
      return bookNow(visit, attempt + 1)
    }
  }

  return async (visit) => {
    const booked = await bookNow(visit)
    return isInQueue(booked) ? booked : move({ id: booked.id }, { status: 'IN_QUEUE' })
  }
}
