import { Skeleton } from '@mantine/core'
import { late } from '../ui/late.tsx'

export const LateAccessedBy = late(() => import('./AccessedBy.tsx'), 'AccessedBy', {
  StandIn: () => <Skeleton h={320} />,
  isOpen: () => true,
})
