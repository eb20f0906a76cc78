import { Button } from '@mantine/core'
import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import type { Ref } from 'react'
import { type AppointmentStatus, appointmentStatuses } from '../../../../contract/front-desk/appointments.ts'
import { appointmentLooks } from '../words.ts'
import classes from './OpdQueue.module.css'

/** The button of the filter by status says which are shown. */
export function StatusButton({
  statuses,
  ...button
}: {
  statuses: readonly AppointmentStatus[]
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <Button
      {...button}
      variant="default"
      className={classes.status}
      leftSection={<IconFilter size={16} aria-hidden="true" />}
      rightSection={<IconChevronDown size={14} aria-hidden="true" />}
    >
      Status: {wordsOf(statuses)}
    </Button>
  )
}

function wordsOf(statuses: readonly AppointmentStatus[]): string {
  if (statuses.length === 0) return 'All'
  return statuses.length > 2
    ? `${statuses.length} of ${appointmentStatuses.length}`
    : statuses.map((status) => appointmentLooks[status].word).join(', ')
}
