import { Skeleton } from '@mantine/core'
import { late } from '../../ground/ui/lazy-component.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { feedTitle } from './words.ts'

/** In the settings of doctors. */
export const LateFeedSection = late(() => import('./FeedSection.tsx'), 'FeedSection', {
  StandIn: () => (
    <Section {...feedTitle}>
      <Skeleton h={44} radius="md" />
    </Section>
  ),
  isPlaceholder: true,
})
