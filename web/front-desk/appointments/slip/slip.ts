import { late } from '../../../ground/ui/lazy-component.tsx'

/** Its code is loaded when a slip is printed. */
export const AppointmentSlip = late(() => import('./AppointmentSlip.tsx'), 'AppointmentSlip', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
