import { Checkbox, Stack } from '@mantine/core'
import { type AppointmentStatus, appointmentStatuses } from '../../../../contract/front-desk/appointments.ts'
import { ButtonPopover } from '../../../ground/ui/ButtonPopover.tsx'
import { appointmentLooks } from '../words.ts'
import { StatusButton } from './StatusButton.tsx'

export function StatusFilter({
  statuses,
  onChange,
  defaultOpened,
}: {
  statuses: readonly AppointmentStatus[]
  onChange: (statuses: string[]) => void
  defaultOpened?: boolean
}) {
  return (
    <ButtonPopover
      position="bottom-start"
      defaultOpened={defaultOpened}
      button={<StatusButton statuses={statuses} />}
    >
      {() => (
        <Checkbox.Group aria-label="Status" value={[...statuses]} onChange={onChange}>
          <Stack gap="xs">
            {appointmentStatuses.map((status) => (
              <Checkbox key={status} value={status} label={appointmentLooks[status].word} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </ButtonPopover>
  )
}
