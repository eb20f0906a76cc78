import { late } from '../../../ground/ui/lazy-component.tsx'

/** A discharge summary on paper; its code is loaded when something is printed. */
export const PrintedDischarge = late(() => import('./PrintedDischarge.tsx'), 'PrintedDischarge', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
