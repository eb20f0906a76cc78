import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'

export const ReasonDialog = late(() => import('./ReasonDialog.tsx'), 'ReasonDialog', whileOpen)
export const StrikeDialog = late(() => import('./StrikeDialog.tsx'), 'StrikeDialog', whileOpen)
