import { late } from '../../ground/ui/lazy-component.tsx'

/** The section of the hospital's settings. */
export const LateSystemsSection = late(() => import('./SystemsSection.tsx'), 'SystemsSection')
