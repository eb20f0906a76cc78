import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Appointment, CancelReason } from '../../../contract/appointments.ts'
import { hasDraft } from '../../client/drafts.ts'
import { refusedAct } from '../../records/failures.ts'
import { useMe } from '../../session/account.ts'
import { fullName, patientName } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { typedNoteKey, unfinishedWords, visitNotesQuery } from '../../visit-notes/public.ts'
import type { NextStep } from '../abilities.ts'
import { queueQuery, useAppointmentActions } from '../queries.ts'
import { appointmentLooks } from '../words.ts'

const done: Record<NextStep['to'], string> = {
  IN_QUEUE: 'is in the queue',
  IN_PROGRESS: 'has been started',
  COMPLETED: 'is completed',
}

const notDone: Record<NextStep['to'], string> = {
  IN_QUEUE: 'Not added to the queue',
  IN_PROGRESS: 'Not started',
  COMPLETED: 'Not completed',
}

/** Moves on the board: each says what happened, and offers to take it back. A refusal says what did not, and why. */
export function useMoves() {
  const actions = useAppointmentActions()
  const queryClient = useQueryClient()
  const me = useMe()
  return useMemo(() => {
    async function undo(appointment: Appointment): Promise<void> {
      try {
        const back = await actions.undo(appointment.id)
        toast.success(`Undone: ${fullName(back.patient)} is back in ‘${appointmentLooks[back.status].word}’`)
      } catch (error) {
        toast.error(refusedAct(error, 'Not undone'))
      }
    }

    function tell(moved: Appointment, text: string, detail?: string): void {
      toast.success(text, {
        detail,
        actions: moved.undoable ? [{ label: 'Undo', onClick: () => void undo(moved) }] : [],
      })
    }

    /** Whoever starts somebody else hears of an emergency that waits. */
    function passedOver({ status, type }: Appointment): string | undefined {
      if (status !== 'IN_PROGRESS' || type === 'EMERGENCY') return undefined
      const queue = queryClient.getQueryData(queueQuery.queryKey)
      const waiting = queue?.find((one) => one.status === 'IN_QUEUE' && one.type === 'EMERGENCY')
      return (
        waiting && `Still waiting: emergency, number ${waiting.queueNumber}, ${patientName(waiting.patient)}`
      )
    }

    /** Whoever completes a consultation hears of a note that is not signed. */
    async function unfinishedNote({ id, patientId }: Appointment): Promise<string | undefined> {
      const notes = await queryClient
        .fetchQuery({ ...visitNotesQuery(patientId, [id]), staleTime: 0 })
        .catch(() => undefined)
      const hasTyped = hasDraft(me.id, typedNoteKey(id))
      return unfinishedWords(notes?.items ?? [], { accountId: me.id, hasTyped })
    }

    /** @throws ApiError for the dialog to show */
    async function take(appointment: Appointment, { to }: NextStep): Promise<void> {
      const moved = await actions.move(appointment.id, { status: to }).catch((error: unknown) => {
        throw new Error(refusedAct(error, notDone[to]), { cause: error })
      })
      const also = to === 'COMPLETED' ? await unfinishedNote(moved) : passedOver(moved)
      tell(moved, `Number ${moved.queueNumber}, ${fullName(moved.patient)}, ${done[to]}`, also)
    }

    return {
      undo,
      take,
      async move(appointment: Appointment, step: NextStep): Promise<void> {
        await take(appointment, step).catch((error: Error) => toast.error(error.message))
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
          tell(
            called,
            `Called number ${called.queueNumber}: ${patientName(called.patient)}`,
            whyCalled(called),
          )
          return called
        } catch (error) {
          toast.error(refusedAct(error, 'No one called'))
          return undefined
        }
      },
    }
  }, [actions, queryClient, me.id])
}

/** Why 'Call next' took a patient of somebody else. */
function whyCalled({ type, doctor, doctorId, statusBy }: Appointment): string | undefined {
  if (doctorId === statusBy) return undefined
  const whose = `Booked with ${fullName(doctor)}`
  return type === 'EMERGENCY'
    ? `${whose}: emergencies come first.`
    : `${whose}: none of your patients are waiting.`
}
