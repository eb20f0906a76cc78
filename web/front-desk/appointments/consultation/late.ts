import { late } from '../../../ground/ui/lazy-component.tsx'

/** The bar of a visit that is going on, which comes once the record is there. */
export const LateConsultation = late(() => import('./Consultation.tsx'), 'Consultation')
