import { Skeleton } from '@mantine/core'
import { late } from '../../../ground/ui/lazy-component.tsx'

export const LateAdmissionHistory = late(() => import('./AdmissionHistory.tsx'), 'AdmissionHistory', {
  StandIn: () => <Skeleton h={320} />,
  isOpen: () => true,
})
