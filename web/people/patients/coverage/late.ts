import { late } from '../../../ground/ui/lazy-component.tsx'
import { CoveragePlace } from './CoveragePlace.tsx'

export const LateCoverage = late(() => import('./CoverageSection.tsx'), 'CoverageSection', {
  StandIn: CoveragePlace,
  isPlaceholder: true,
})
