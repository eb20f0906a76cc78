import { late } from '../../ui/late.tsx'

/** The dialog that books the next visit, which nothing begins with. */
export const LateFollowUp = late(() => import('./FollowUpDialog.tsx'), 'FollowUpDialog', {
  isOpen: ({ patient }) => patient !== undefined,
  close: ({ onClose }) => onClose(),
})
