import { useEffect, useState } from 'react'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { ApiError } from '../../ground/client/api.ts'
import { changeWords } from '../../ground/records/edit/differences.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { fullName } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { slotWords, useAppointmentActions } from '../appointments/public.ts'

export interface FreeTime {
  doctorId: string
  date: string
  time: string
  isToken: boolean
}

export interface Moving {
  /** The appointment that was picked up. */
  carried: Appointment | undefined
  busy: boolean
  /** The last words for screen readers. */
  said: string
  say: (words: string) => void
  pickUp: (appointment: Appointment) => void
  drop: () => void
  putDown: (to: FreeTime) => Promise<void>
}

/** Moves an appointment in two steps, also from one day to another: it is picked up, and put down in a free time. */
export function useMoving(canMove: (appointment: Appointment) => boolean): Moving {
  const { reschedule } = useAppointmentActions()
  const { timeZone } = useSite()
  const [carried, setCarried] = useState<Appointment>()
  const [busy, setBusy] = useState(false)
  const [said, say] = useState('')

  useEffect(() => {
    if (!carried) return undefined
    function hear(event: KeyboardEvent) {
      if (event.key !== 'Escape' || document.querySelector('[aria-modal="true"], [role="menu"]')) return
      setCarried(undefined)
      say('Not moved.')
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [carried])

  return {
    carried,
    busy,
    said,
    say,
    pickUp(appointment) {
      const name = fullName(appointment.patient)
      if (!canMove(appointment)) return say(`${name}’s appointment can’t be moved.`)
      say('')
      return setCarried(appointment)
    },
    drop() {
      setCarried(undefined)
      say('Not moved.')
    },
    async putDown({ isToken, ...to }) {
      if (!carried || busy) return
      setBusy(true)
      try {
        // Tokens are given until their session ends; the time that is booked is its start.
        const moved = await reschedule(carried, { ...to, ...(isToken && { evenIfPassed: true }) })
        setCarried(undefined)
        toast.success(`${fullName(moved.patient)}’s appointment moved`, {
          detail: `${slotWords(moved)}. Queue number ${moved.queueNumber}.`,
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) {
          setCarried(undefined)
          toast.error(`${changeWords(error.problem, 'this appointment', timeZone)}. Nothing was moved.`)
        } else toast.error(refusedAct(error, 'Not moved'))
      } finally {
        setBusy(false)
      }
    },
  }
}
