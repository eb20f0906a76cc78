import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import type { GivenReason } from '../../../../contract/front-desk/cancel-reasons.ts'
import { calledWords } from '../../../../contract/front-desk/missed-calls.ts'
import { typedNoteKey, unfinishedWords, visitNotesQuery } from '../../../clinical/visit-notes/public.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { hasDraft } from '../../../ground/client/drafts.ts'
import { changeWords } from '../../../ground/records/edit/differences.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { useMe, useSite } from '../../../ground/sign-in/account.ts'
import { fullName, patientName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import type { NextStep } from '../abilities.ts'
import { queueQuery, useAppointmentActions } from '../queries.ts'
import { appointmentLooks, slotWords, whyCalled } from '../words.ts'

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

/** Moves on the board. Each reports what happened and offers undo; a refusal reports what failed, and why. */
export function useMoves() {
  const actions = useAppointmentActions()
  const queryClient = useQueryClient()
  const me = useMe()
  const { timeZone } = useSite()
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

    /** The message that an emergency still waits when somebody else is started. */
    function passedOver({ status, type }: Appointment): string | undefined {
      if (status !== 'IN_PROGRESS' || type === 'EMERGENCY') return undefined
      const queue = queryClient.getQueryData(queueQuery.queryKey)
      const waiting = queue?.find((one) => one.status === 'IN_QUEUE' && one.type === 'EMERGENCY')
      return (
        waiting && `Still waiting: emergency, number ${waiting.queueNumber}, ${patientName(waiting.patient)}`
      )
    }

    /** The message that the note of a completed consultation is not signed. */
    async function unfinishedNote({ id, patientId }: Appointment): Promise<string | undefined> {
      const notes = await queryClient
        .fetchQuery({ ...visitNotesQuery(patientId, [id]), staleTime: 0 })
        .catch(() => undefined)
      const hasTyped = hasDraft(me.id, typedNoteKey(id))
      return unfinishedWords(notes?.items ?? [], { accountId: me.id, hasTyped })
    }

    /** If the appointment has changed while a dialog was open, shows the change before anything is done. */
    async function changedMeanwhile(error: unknown, { id }: { id: string }): Promise<string | undefined> {
      if (!(error instanceof ApiError && error.status === 412)) return undefined
      await actions.reread(id)
      const what = changeWords(error.problem, 'this appointment', timeZone)
      return `${what}. This is the latest version. Check it, then confirm again.`
    }

    /** A version is that of the appointment that a dialog showed. @throws Error for the dialog to show */
    async function take(of: { id: string; version?: number }, { to }: NextStep): Promise<void> {
      const moved = await actions.move(of, { status: to }).catch(async (error: unknown) => {
        const words = (await changedMeanwhile(error, of)) ?? refusedAct(error, notDone[to])
        throw new Error(words, { cause: error })
      })
      const also = to === 'COMPLETED' ? await unfinishedNote(moved) : passedOver(moved)
      tell(moved, `Number ${moved.queueNumber}, ${fullName(moved.patient)}, ${done[to]}`, also)
    }

    /** 'Called once · Behind numbers 12 and 15' */
    function placeWords(back: Appointment): string {
      const queue = queryClient.getQueryData(queueQuery.queryKey) ?? []
      const ahead = back.behind.flatMap((id) => queue.find((one) => one.id === id)?.queueNumber ?? [])
      const place =
        ahead.length > 0
          ? `Behind number${ahead.length > 1 ? 's' : ''} ${ahead.join(' and ')}`
          : back.type === 'EMERGENCY'
            ? 'Emergencies stay first: look for the patient'
            : 'No one else is waiting'
      return `${calledWords(back)} · ${place}`
    }

    return {
      undo,
      take,
      /** The patient was called but isn't here. */
      async missCall(appointment: Appointment, didNotAttend: boolean): Promise<void> {
        try {
          const after = await actions.missCall(appointment, didNotAttend)
          const who = `Number ${after.queueNumber}, ${fullName(after.patient)}`
          if (didNotAttend) tell(after, `${who}, did not attend`, 'The visit has ended')
          else tell(after, `${who}, is back in the queue`, placeWords(after))
        } catch (error) {
          toast.error(refusedAct(error, didNotAttend ? 'Visit not ended' : 'Not put back'))
        }
      },
      async move({ id }: Appointment, step: NextStep): Promise<void> {
        await take({ id }, step).catch((error: Error) => toast.error(error.message))
      },
      /** @throws ApiError for the dialog to show */
      async cancel(
        appointment: Appointment,
        cancelReason: GivenReason,
        cancelNote: string | null,
      ): Promise<void> {
        const why = { status: 'CANCELLED', cancelReason, cancelNote } as const
        const cancelled = await actions.move(appointment, why).catch(async (error: unknown) => {
          const words = await changedMeanwhile(error, appointment)
          throw words ? new Error(words, { cause: error }) : error
        })
        tell(cancelled, `${fullName(cancelled.patient)}’s appointment is cancelled`, slotWords(cancelled))
      },
      /** The called appointment; undefined if nobody could be called. */
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
  }, [actions, queryClient, me.id, timeZone])
}
