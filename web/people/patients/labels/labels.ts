import { late } from '../../../ground/ui/lazy-component.tsx'

/** Prints what `kind` says; its code is loaded when something is printed. */
export const PrintedLabel = late(() => import('./PrintedLabel.tsx'), 'PrintedLabel', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
