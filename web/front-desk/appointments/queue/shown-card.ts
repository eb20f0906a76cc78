import { type RefObject, useEffect } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'

/**
 * Brings the card of an appointment that was just made into view, with the keyboard; once, when it is there. On a phone
 * its column comes first.
 */
export function useShownCard(
  root: RefObject<HTMLElement | null>,
  card: string | undefined,
  appointments: readonly Appointment[] | undefined,
  onShown: (appointment: Appointment | undefined) => void,
): void {
  useEffect(() => {
    if (!card || !appointments) return
    const shown = root.current?.querySelector<HTMLElement>(
      `[data-place] [data-appointment="${CSS.escape(card)}"]`,
    )
    const appointment = appointments.find(({ id }) => id === card)
    if (!shown && appointment) return onShown(appointment)
    shown?.scrollIntoView({ block: 'center' })
    shown?.focus({ preventScroll: true })
    onShown(undefined)
  }, [root, card, appointments, onShown])
}
