import { imported, late } from '../../ui/late.tsx'

/** The bar of a visit that is going on, which comes once the record is there. */
export const LateConsultation = late(
  async () => (await imported(() => import('./Consultation.tsx'))).Consultation,
)
