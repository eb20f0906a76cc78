import { Skeleton } from '@mantine/core'
import { late } from '../../ground/ui/lazy-component.tsx'

export const LateAccessedBy = late(() => import('./AccessedBy.tsx'), 'AccessedBy', {
  StandIn: () => <Skeleton h={320} />,
  isOpen: () => true,
})
