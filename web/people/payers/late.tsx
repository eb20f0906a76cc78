import { Skeleton } from '@mantine/core'
import { late } from '../../ground/ui/lazy-component.tsx'

/** The payers in the settings; they stand last there. */
export const LatePayerSection = late(() => import('./PayerSection.tsx'), 'PayerSection', {
  StandIn: () => <Skeleton h={120} mt="md" maw={880} radius="md" />,
  isPlaceholder: true,
})
