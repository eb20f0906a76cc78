import { Menu } from '@mantine/core'
import {
  IconBan,
  IconBed,
  IconCalendarTime,
  IconPrinter,
  IconUserOff,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { callsOf, lastCall } from '../../../../contract/front-desk/missed-calls.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { ButtonMenu } from '../../../ground/ui/ButtonMenu.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import type { Abilities } from '../abilities.ts'

export interface OpenMenu {
  appointment: Appointment
  button: HTMLElement
}

/** The rarer actions of an appointment. */
export function AppointmentMenu({
  open,
  abilities,
  onClose,
  onReschedule,
  onCancel,
  onMissCall,
  onPrint,
  onAdmit,
}: {
  open: OpenMenu | undefined
  abilities: Abilities
  onClose: () => void
  onReschedule: (appointment: Appointment, button: HTMLElement) => void
  onCancel: (appointment: Appointment, button: HTMLElement) => void
  onMissCall: (appointment: Appointment, didNotAttend: boolean) => void
  onPrint: (appointment: Appointment) => void
  onAdmit: (appointment: Appointment) => void
}) {
  const today = useToday()
  if (!open) return null
  const { appointment, button } = open
  return (
    <ButtonMenu
      key={appointment.id}
      button={button}
      label={`More for ${fullName(appointment.patient)}`}
      onClose={onClose}
    >
      {abilities.canReschedule(appointment) && (
        <Menu.Item
          leftSection={<IconCalendarTime size={16} aria-hidden="true" />}
          onClick={() => onReschedule(appointment, button)}
        >
          Reschedule
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => onPrint(appointment)}
      >
        {appointment.date > today ? 'Print Appointment Slip' : 'Print Token'}
      </Menu.Item>
      {abilities.canAdmit(appointment) && (
        <Menu.Item
          leftSection={<IconBed size={16} aria-hidden="true" />}
          onClick={() => onAdmit(appointment)}
        >
          Admit Patient
        </Menu.Item>
      )}
      {abilities.canMissCall(appointment) && (
        <>
          <Menu.Item
            leftSection={<IconUserQuestion size={16} aria-hidden="true" />}
            onClick={() => onMissCall(appointment, false)}
          >
            Not here
          </Menu.Item>
          {callsOf(appointment) >= lastCall && (
            <Menu.Item
              c="var(--tone-red)"
              leftSection={<IconUserOff size={16} aria-hidden="true" />}
              onClick={() => onMissCall(appointment, true)}
            >
              Did not attend
            </Menu.Item>
          )}
        </>
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
    </ButtonMenu>
  )
}
