import { useMemo } from 'react'
import {
  type Appointment,
  type AppointmentStatus,
  appointmentTransitions,
} from '../../contract/appointments.ts'
import { may } from '../../contract/permissions.ts'
import { useMe } from '../session/account.ts'

/** What whoever is signed in may do with an appointment on this day. The server decides; this hides what it refuses. */
export interface Abilities {
  /** The one step that is next for this role, with the word on its button. */
  nextStep: (appointment: Appointment) => NextStep | undefined
  canReschedule: (appointment: Appointment) => boolean
  canCancel: (appointment: Appointment) => boolean
}

export interface NextStep {
  to: AppointmentStatus
  label: 'Add to Queue' | 'Start' | 'Complete'
}

const steps: Partial<Record<AppointmentStatus, NextStep>> = {
  SCHEDULED: { to: 'IN_QUEUE', label: 'Add to Queue' },
  IN_QUEUE: { to: 'IN_PROGRESS', label: 'Start' },
  IN_PROGRESS: { to: 'COMPLETED', label: 'Complete' },
}

/** `today` is the hospital's: nobody is queued or started on another day; what was begun can always be completed. */
export function useAbilities(today: string): Abilities {
  const { role } = useMe()
  return useMemo(() => {
    const isOpen = ({ status }: Appointment) => status === 'SCHEDULED' || status === 'IN_QUEUE'
    return {
      nextStep(appointment) {
        const step = steps[appointment.status]
        const transition = appointmentTransitions.find(
          ({ from, to }) => from === appointment.status && to === step?.to,
        )
        if (!step || !transition || !may(role, transition.permission)) return undefined
        return step.to === 'COMPLETED' || appointment.date === today ? step : undefined
      },
      canReschedule: (appointment) => isOpen(appointment) && may(role, 'appointment.reschedule'),
      canCancel: (appointment) => isOpen(appointment) && may(role, 'appointment.cancel'),
    }
  }, [role, today])
}
