import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { appointmentQuery } from '../queries.ts'

/** A dialog about one appointment, opened from a button on its card or row. */
export interface AboutAppointment {
  /** As it is now, where it is still shown; it stays while the dialog fades out. */
  appointment: Appointment | undefined
  opened: boolean
  open: (appointment: Appointment, button: HTMLElement) => void
  close: () => void
  /** When it is gone: the focus goes back to the button, or to whatever shows the appointment now. */
  onExited: () => void
}

/**
 * `shown` are the appointments as they are now; `focusInstead` is called when the button is gone, because the card has
 * moved meanwhile.
 */
export function useAboutAppointment(
  shown: readonly Appointment[] | undefined,
  focusInstead: (appointmentId: string, place: string) => void,
): AboutAppointment {
  const [about, setAbout] = useState<{ appointment: Appointment; button: HTMLElement; place: string }>()
  const [opened, setOpened] = useState(false)
  const open = useCallback((appointment: Appointment, button: HTMLElement) => {
    const place = button.closest<HTMLElement>('[data-place]')?.dataset.place ?? ''
    setAbout({ appointment, button, place })
    setOpened(true)
  }, [])
  return {
    appointment: shown?.find(({ id }) => id === about?.appointment.id) ?? about?.appointment,
    opened,
    open,
    close: () => setOpened(false),
    onExited() {
      if (about?.button.isConnected) about.button.focus()
      else if (about) focusInstead(about.appointment.id, about.place)
      setAbout(undefined)
    },
  }
}

/** The appointment of a dialog as it is now: it may have been moved to a day that is not shown behind the dialog. */
export function useLatest(appointment: Appointment): Appointment {
  const read = useQuery(appointmentQuery(appointment.id)).data
  return read && read.version > appointment.version ? read : appointment
}
