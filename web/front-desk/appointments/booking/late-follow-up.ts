import { late } from '../../../ground/ui/lazy-component.tsx'

/** The dialog that books the next visit, loaded late because no screen opens with it. */
export const LateFollowUp = late(() => import('./FollowUpDialog.tsx'), 'FollowUpDialog', {
  isOpen: ({ patient }) => patient !== undefined,
  close: ({ onClose }) => onClose(),
})
