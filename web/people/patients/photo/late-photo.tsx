import { late } from '../../../ground/ui/lazy-component.tsx'

const inItsPlace = { StandIn: () => null, isPlaceholder: true } as const

/** The photo beside an identity; what draws it comes after the screen. */
export const LatePhoto = late(() => import('./PatientPhoto.tsx'), 'PatientPhoto', inItsPlace)

/** The photo in the banner of a record, and what changes it. */
export const BannerPhoto = late(() => import('./BannerPhoto.tsx'), 'BannerPhoto', inItsPlace)
