import { Skeleton } from '@mantine/core'
import { Section } from '../../../ground/ui/page/Section.tsx'

export const coverageTitle = 'Coverage'

/** The place of the coverage in a record, while it loads. */
export function CoveragePlace() {
  return (
    <Section title={coverageTitle}>
      <Skeleton h={64} role="status" aria-label="Loading the coverage" />
    </Section>
  )
}
