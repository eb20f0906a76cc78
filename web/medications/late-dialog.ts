import { late } from '../ui/late.tsx'

/** The dialog in which a medicine is prescribed or changed, which no screen begins with. */
export const LateMedicationDialog = late(
  async () => (await import('./MedicationDialog.tsx')).MedicationDialog,
  { isOpen: ({ isOpen }) => isOpen, close: ({ onClose }) => onClose() },
)
