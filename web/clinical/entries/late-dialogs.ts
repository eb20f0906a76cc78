import { late, whileOpen } from '../ui/late.tsx'

export const ReasonDialog = late(() => import('./ReasonDialog.tsx'), 'ReasonDialog', whileOpen)
export const StrikeDialog = late(() => import('./StrikeDialog.tsx'), 'StrikeDialog', whileOpen)
