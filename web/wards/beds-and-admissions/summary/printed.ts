import { late } from '../../ui/late.tsx'

/** A discharge summary on paper; its code is loaded when something is printed. */
export const PrintedDischarge = late(() => import('./PrintedDischarge.tsx'), 'PrintedDischarge', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
