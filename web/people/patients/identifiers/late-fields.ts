import { late } from '../../../ground/ui/lazy-component.tsx'
import { FieldsPlace } from './FieldsPlace.tsx'

/** The identifiers of a new patient, a field for each system of the hospital. */
export const LateIdentifierFields = late(() => import('./IdentifierFields.tsx'), 'IdentifierFields', {
  StandIn: FieldsPlace,
  isPlaceholder: true,
})
