import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { useAbilities } from '../abilities.ts'
import { patientAppointmentsQuery } from '../queries.ts'

/** A patient's visit to the doctor who is signed in, and how to keep it on the screen. */
export interface OwnVisit {
  /** Undefined while it loads; null if there is none. */
  visit: Appointment | null | undefined
  /** Keeps the visit on the screen after its end, for a note that isn't finished; undefined lets it go. */
  hold: (appointmentId: string | undefined) => void
}

/** The visit that is in progress with the doctor who is signed in. */
export function useOwnVisit(patientId: string): OwnVisit {
  const mayTreat = useMay()('appointment.treat')
  const { data, errorUpdateCount } = useQuery({ ...patientAppointmentsQuery(patientId), enabled: mayTreat })
  const abilities = useAbilities()
  const [heldId, hold] = useState<string>()
  const visits = data?.items.filter(abilities.isOwn)
  const visit =
    visits?.find(({ status }) => status === 'IN_PROGRESS') ?? visits?.find(({ id }) => id === heldId)
  // Reading again clears the error for a moment. Without the count, the record would draw its profile anew, which reads again.
  const isKnown = data !== undefined || errorUpdateCount > 0
  return { visit: mayTreat ? (visit ?? (isKnown ? null : undefined)) : null, hold }
}
