import { late } from '../../ground/ui/lazy-component.tsx'

/** The dialog to prescribe or change a medicine. Loaded late, because no screen starts with it. */
export const LateMedicationDialog = late(() => import('./MedicationDialog.tsx'), 'MedicationDialog', {
  isOpen: ({ isOpen }) => isOpen,
  close: ({ onClose }) => onClose(),
})
