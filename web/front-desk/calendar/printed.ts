import { late, whilePrinting } from '../../ground/ui/lazy-component.tsx'

/** Their code is loaded when a calendar is printed. */
export const PrintedCalendar = late(() => import('./PrintedCalendar.tsx'), 'PrintedCalendar', whilePrinting)
export const PrintedWeek = late(() => import('./PrintedCalendar.tsx'), 'PrintedWeek', whilePrinting)
