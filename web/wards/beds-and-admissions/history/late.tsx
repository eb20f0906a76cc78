import { Skeleton } from '@mantine/core'
import { late } from '../../ui/late.tsx'

export const LateAdmissionHistory = late(() => import('./AdmissionHistory.tsx'), 'AdmissionHistory', {
  StandIn: () => <Skeleton h={320} />,
  isOpen: () => true,
})
