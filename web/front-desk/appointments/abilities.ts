import { useMemo } from 'react'
import { isQueueableOn } from '../../../contract/front-desk/appointment-days.ts'
import {
  type Appointment,
  type AppointmentStatus,
  appointmentTransitions,
  isVisit,
} from '../../../contract/front-desk/appointments.ts'
import { missedCallTransitions } from '../../../contract/front-desk/missed-calls.ts'
import { isOwnPatient } from '../../../contract/front-desk/queue-order.ts'
import type { Me } from '../../../contract/people/staff.ts'
import { may } from '../../../contract/permissions.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'

/** The acts that the signed-in user may do with an appointment today. The server decides; this hides the others. */
export interface Abilities {
  /** The next step for this role, with its button's label. */
  nextStep: (appointment: Appointment) => NextStep | undefined
  canReschedule: (appointment: Appointment) => boolean
  canCancel: (appointment: Appointment) => boolean
  /** Whether the patient is in the hospital and can be given a bed. */
  canAdmit: (appointment: Appointment) => boolean
  /** Whether the user can say that a patient who was called isn't here. */
  canMissCall: (appointment: Appointment) => boolean
  /**
   * A visit that the doctor who is signed in began or completed, or that is booked with them: its note is at hand, a
   * colleague's patient's also once the visit is over.
   */
  writesNote: (appointment: Appointment) => boolean
  /** A patient of the doctor who is signed in. */
  isOwn: (appointment: Appointment) => boolean
  /** Whether the step treats a colleague's patient, which needs confirmation. */
  asksFirst: (appointment: Appointment, step: NextStep) => boolean
}

export interface NextStep {
  to: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED'
  label: 'Add to Queue' | 'Start' | 'Complete'
}

const steps: Partial<Record<AppointmentStatus, NextStep>> = {
  SCHEDULED: { to: 'IN_QUEUE', label: 'Add to Queue' },
  IN_QUEUE: { to: 'IN_PROGRESS', label: 'Start' },
  IN_PROGRESS: { to: 'COMPLETED', label: 'Complete' },
}

/** Only joining the queue is bound to a day; a queued patient can be started, completed and cancelled on any. */
export function abilitiesOf(me: Pick<Me, 'isDoctor' | 'id' | 'permissions'>, today: string): Abilities {
  const { isDoctor, id } = me
  const isOwn = (appointment: Appointment) => isDoctor && isOwnPatient(appointment, id)
  const isOpen = ({ status }: Appointment) => status === 'SCHEDULED' || status === 'IN_QUEUE'
  return {
    nextStep(appointment) {
      const step = steps[appointment.status]
      const transition = appointmentTransitions.find(
        ({ from, to }) => from === appointment.status && to === step?.to,
      )
      if (!step || !transition || !may(me, transition.permission)) return undefined
      return step.to !== 'IN_QUEUE' || isQueueableOn(today, appointment) ? step : undefined
    },
    canReschedule: (appointment) => isOpen(appointment) && may(me, 'appointment.reschedule'),
    canCancel: (appointment) => isOpen(appointment) && may(me, 'appointment.cancel'),
    canAdmit: ({ status }) => (status === 'IN_QUEUE' || status === 'IN_PROGRESS') && may(me, 'bed.admit'),
    canMissCall: ({ status }) =>
      missedCallTransitions.some(({ from, permission }) => from === status && may(me, permission)),
    writesNote: (appointment) =>
      isVisit(appointment) &&
      (isOwn(appointment) || (isDoctor && (appointment.statusBy === id || appointment.startedBy === id))) &&
      may(me, 'clinical.write'),
    isOwn,
    asksFirst: (appointment, { to }) => to !== 'IN_QUEUE' && !isOwn(appointment),
  }
}

export function useAbilities(): Abilities {
  const { isDoctor, id, permissions } = useMe()
  const today = useToday()
  return useMemo(() => abilitiesOf({ isDoctor, id, permissions }, today), [isDoctor, id, permissions, today])
}
