import { Skeleton } from '@mantine/core'
import { late } from '../lazy-component.tsx'

/** The calendar inside a popover. Until its code is there it is a grey month. */
export const LateCalendar = late(() => import('./DayCalendar.tsx'), 'DayCalendar', {
  StandIn: () => <Skeleton w={252} h={280} />,
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
})
