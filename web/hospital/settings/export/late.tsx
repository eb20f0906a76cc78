import { Skeleton } from '@mantine/core'
import { late } from '../../../ground/ui/lazy-component.tsx'

/** The export of the whole hospital, in the settings. */
export const LateExportSection = late(() => import('./ExportSection.tsx'), 'ExportSection', {
  StandIn: () => <Skeleton h={196} mt="md" maw={880} radius="md" />,
  isPlaceholder: true,
})
