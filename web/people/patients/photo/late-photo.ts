import { late } from '../../../ground/ui/lazy-component.tsx'

/** The photo beside an identity; what draws it comes after the screen. */
export const LatePhoto = late(() => import('./PatientPhoto.tsx'), 'PatientPhoto', {
  StandIn: () => null,
  isPlaceholder: true,
})
