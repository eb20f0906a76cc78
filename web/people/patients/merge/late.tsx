import { late } from '../../../ground/ui/lazy-component.tsx'

/** For the few records that others were merged into. */
export const LateMergedFrom = late(() => import('./MergedFrom.tsx'), 'MergedFrom', {
  StandIn: () => null,
  isPlaceholder: true,
})
