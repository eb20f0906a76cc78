import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'

/** The dialog that books a series, loaded late because few appointments are repeated. */
export const LateRepeat = late(() => import('./RepeatDialog.tsx'), 'RepeatDialog', whileOpen)
