import { late } from '../../ui/late.tsx'

/** Its code is loaded when a slip is printed. */
export const AppointmentSlip = late(() => import('./AppointmentSlip.tsx'), 'AppointmentSlip', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
