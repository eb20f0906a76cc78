import { late } from '../../../ground/ui/lazy-component.tsx'
import { ListPlace } from './ListPlace.tsx'

/** A patient's identifiers, and what can be done with each. */
export const LateIdentifiers = late(() => import('./Identifiers.tsx'), 'Identifiers', {
  StandIn: ListPlace,
  isPlaceholder: true,
})
