import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import type { SessionOfDay } from '../../../../contract/front-desk/schedules.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { dayOfSessionsQuery } from '../../schedules/public.ts'
import { type Place as PlaceAt, placeAt, sessionsOf } from './places.ts'
import { isUnplaced } from './unplaced.ts'

export interface Wanted {
  date: string
  time: string
  doctorId: string
  type: string
  /** The patient of a new booking. */
  patientId?: string
}

const isDay = /^\d{4}-\d\d-\d\d$/
const keyOf = ({ date, time, doctorId }: Wanted) => `${date} ${time} ${doctorId}`

export interface Place {
  /** The doctor's sessions of the day; undefined where the doctor is booked at any time, null while they are read. */
  sessions: SessionOfDay[] | undefined | null
  /** The place that the time stands for. */
  chosen: PlaceAt | undefined
  isTaken: boolean
  /** The question why the time is meant although there is no place; undefined where nothing is asked. */
  why: string | undefined
  /** The fields of a booking about its place. */
  body: (typed: { overbookReason?: string | null | undefined }) => {
    overbookReason: string | null
    evenIfPassed?: true
  }
  /** Call this when a booking is refused, so that the reason is asked for. */
  noteRefusal: (error: Error, wanted: Wanted) => void
}

/** Where in the doctor's hours a time is. A hospital without hours is asked nothing. */
export function usePlace(wanted: Wanted, moved?: Appointment): Place {
  const { date, time, doctorId, type } = wanted
  const { hasSchedules } = useSite()
  const mayOverbook = useMay()('appointment.overbook')
  const [refused, setRefused] = useState<{ key: string; code: string }>()
  const asks = hasSchedules && doctorId !== '' && isDay.test(date) && type !== 'EMERGENCY'
  const { data, isPending } = useQuery({ ...dayOfSessionsQuery(date, doctorId), enabled: asks })
  const day = asks && data?.keepHours.includes(doctorId) ? data : undefined
  const sessions = day ? sessionsOf(day, doctorId, moved) : asks && isPending ? null : undefined
  const chosen = sessions ? placeAt(sessions, time) : undefined
  // Patients who are here aren't turned away, and a booking may stay where it is.
  const isLet =
    (moved !== undefined && moved.status !== 'SCHEDULED') ||
    (moved?.date === date && moved.time === time && moved.doctorId === doctorId)
  const isTaken = !isLet && chosen?.slot.free === 0
  const code = refused?.key === keyOf(wanted) ? refused.code : undefined
  const hasNoPlace = code !== undefined || (day && time !== '' && !isLet && !chosen?.slot.free)
  const isAway = code === 'doctor_away' || (!chosen && sessions?.some(({ away }) => away !== null))
  return {
    sessions,
    chosen,
    isTaken,
    why:
      mayOverbook && hasNoPlace
        ? isTaken || code === 'session_full'
          ? 'Why although it is full?'
          : isAway
            ? 'Why although the doctor is away?'
            : 'Why outside the hours?'
        : undefined,
    body: ({ overbookReason }) => ({
      overbookReason: (mayOverbook && hasNoPlace && overbookReason) || null,
      // Tokens are given until the session ends.
      ...(chosen?.session.kind === 'TOKENS' && chosen.slot.free > 0 && { evenIfPassed: true }),
    }),
    noteRefusal(error, at) {
      if (isUnplaced(error)) setRefused({ key: keyOf(at), code: error.problem.code })
    },
  }
}
