import { Menu } from '@mantine/core'
import { IconBan, IconCalendarTime } from '@tabler/icons-react'
import { type Ref, useEffect } from 'react'
import type { Appointment } from '../../../contract/appointments.ts'
import { fullName } from '../../ui/format.ts'
import type { Abilities } from '../abilities.ts'

export interface OpenMenu {
  appointment: Appointment
  button: HTMLElement
}

/** What else can be done with an appointment. One menu for the whole board: one in each of 300 cards is too slow. */
export function AppointmentMenu({
  open,
  abilities,
  onClose,
  onReschedule,
  onCancel,
}: {
  open: OpenMenu | undefined
  abilities: Abilities
  onClose: () => void
  onReschedule: (appointment: Appointment, button: HTMLElement) => void
  onCancel: (appointment: Appointment, button: HTMLElement) => void
}) {
  useEffect(() => {
    const button = open?.button
    button?.setAttribute('aria-expanded', 'true')
    return () => button?.setAttribute('aria-expanded', 'false')
  }, [open])

  if (!open) return null
  const { appointment, button } = open

  function close() {
    button.focus()
    onClose()
  }

  return (
    <Menu key={appointment.id} opened onClose={close} position="bottom-end">
      <Menu.Target>
        <Anchor element={button} />
      </Menu.Target>
      <Menu.Dropdown role="menu" aria-label={`More for ${fullName(appointment.patient)}`}>
        {abilities.canReschedule(appointment) && (
          <Menu.Item
            leftSection={<IconCalendarTime size={16} aria-hidden="true" />}
            onClick={() => onReschedule(appointment, button)}
          >
            Reschedule
          </Menu.Item>
        )}
        {abilities.canCancel(appointment) && (
          <Menu.Item
            c="var(--tone-red)"
            leftSection={<IconBan size={16} aria-hidden="true" />}
            onClick={() => onCancel(appointment, button)}
          >
            Cancel
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Hands the button that is already on the card to the menu, as what it opens from. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useEffect(() => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }, [element, ref])
  return null
}
