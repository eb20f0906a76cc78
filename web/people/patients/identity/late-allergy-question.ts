import { late } from '../../../ground/ui/lazy-component.tsx'

/** For a form that rarely has a patient: the list of medicines that it compares with is loaded with the first one. */
export const LateAllergyQuestion = late(() => import('./AllergyQuestion.tsx'), 'AllergyQuestion', {
  isOpen: () => true,
})
