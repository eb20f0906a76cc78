import { useMemo } from 'react'
import type { Appointment, AppointmentStatus, CancelReason } from '../../../contract/appointments.ts'
import { fullName, patientName } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import type { NextStep } from '../abilities.ts'
import { useAppointmentActions } from '../queries.ts'
import { appointmentLooks } from '../words.ts'

const done: Record<AppointmentStatus, string> = {
  SCHEDULED: 'is scheduled again',
  IN_QUEUE: 'is in the queue',
  IN_PROGRESS: 'has been started',
  COMPLETED: 'is completed',
  CANCELLED: 'is cancelled',
}

/** Moves on the board: each says what happened, and offers to take it back. A refusal says why. */
export function useMoves() {
  const actions = useAppointmentActions()
  return useMemo(() => {
    async function undo(appointment: Appointment): Promise<void> {
      try {
        const back = await actions.undo(appointment.id)
        toast.success(`Undone: ${fullName(back.patient)} is back in ‘${appointmentLooks[back.status].word}’`)
      } catch (error) {
        toast.error(sentenceOf(error))
      }
    }

    function tell(moved: Appointment, text: string, detail?: string): void {
      toast.success(text, {
        detail,
        action: moved.undoable ? { label: 'Undo', onClick: () => void undo(moved) } : undefined,
      })
    }

    return {
      undo,
      async move(appointment: Appointment, { to }: NextStep): Promise<void> {
        try {
          const moved = await actions.move(appointment.id, { status: to })
          tell(moved, `Number ${moved.queueNumber}, ${fullName(moved.patient)}, ${done[to]}`)
        } catch (error) {
          toast.error(sentenceOf(error))
        }
      },
      /** @throws ApiError for the dialog to show */
      async cancel(
        appointment: Appointment,
        cancelReason: CancelReason,
        cancelNote: string | null,
      ): Promise<void> {
        const cancelled = await actions.move(appointment.id, {
          status: 'CANCELLED',
          cancelReason,
          cancelNote,
        })
        tell(cancelled, `${fullName(cancelled.patient)}’s appointment is cancelled`)
      },
      /** The one who was called; undefined when nobody could be. */
      async callNext(offered: Appointment): Promise<Appointment | undefined> {
        try {
          const called = await actions.callNext(offered)
          const isOthers = called.doctorId !== called.statusBy
          tell(
            called,
            `Called number ${called.queueNumber}: ${patientName(called.patient)}`,
            isOthers ? `Booked with ${fullName(called.doctor)}: none of your own patients waits.` : undefined,
          )
          return called
        } catch (error) {
          toast.error(sentenceOf(error))
          return undefined
        }
      },
    }
  }, [actions])
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
