import { late } from '../../../ground/ui/lazy-component.tsx'

/** Few records are restricted, so that no screen brings it along. */
export const LateReasonPanel = late(() => import('./ReasonPanel.tsx'), 'ReasonPanel', { isOpen: () => true })
