import { imported, late } from '../../ui/late.tsx'

/** The dialog that books the next visit, which nothing begins with. */
export const LateFollowUp = late(
  async () => (await imported(() => import('./FollowUpDialog.tsx'))).FollowUpDialog,
  {
    isOpen: ({ patient }) => patient !== undefined,
    close: ({ onClose }) => onClose(),
  },
)
