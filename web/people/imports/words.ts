import {
  IconArrowBackUp,
  IconChecks,
  IconColumns3,
  IconFileX,
  IconListCheck,
  IconLoader2,
  IconPlayerPause,
  IconTrash,
} from '@tabler/icons-react'
import {
  type ImportBatch,
  type ImportState,
  type ListedImport,
  type RowState,
  workingStates,
} from '../../../contract/people/imports/imports.ts'
import { countOf } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const importLooks: Record<ImportState, StatusLook> = {
  UPLOADING: { word: 'Uploading', icon: IconLoader2, tone: 'blue' },
  READING: { word: 'Reading', icon: IconLoader2, tone: 'blue' },
  UNREADABLE: { word: 'Not readable', icon: IconFileX, tone: 'red' },
  READ: { word: 'Columns to match', icon: IconColumns3, tone: 'amber' },
  CHECKING: { word: 'Checking', icon: IconLoader2, tone: 'blue' },
  CHECKED: { word: 'Ready to import', icon: IconListCheck, tone: 'amber' },
  COMMITTING: { word: 'Importing', icon: IconLoader2, tone: 'blue' },
  STOPPED: { word: 'Stopped', icon: IconPlayerPause, tone: 'amber' },
  COMMITTED: { word: 'Imported', icon: IconChecks, tone: 'green' },
  UNDOING: { word: 'Undoing', icon: IconLoader2, tone: 'blue' },
  UNDONE: { word: 'Undone', icon: IconArrowBackUp, tone: 'quiet' },
  DISCARDED: { word: 'Discarded', icon: IconTrash, tone: 'quiet' },
}

export const isWorking = (state: ImportState) => workingStates.includes(state)

export const rowStateNames: Record<RowState, string> = {
  READY: 'Ready',
  KNOWN: 'Already on record',
  POSSIBLE: 'Possible duplicates',
  REJECTED: 'Rejected',
  IMPORTED: 'Imported',
  REMOVED: 'Removed',
  KEPT: 'Kept',
}

/** '12,304 imported, 20 already on record, 3 rejected'; what is none is not said. */
export function countWords({ counts, state }: ListedImport): string {
  const isChecked = state === 'CHECKED'
  const parts = [
    [counts.imported, 'imported'],
    [counts.removed, 'removed'],
    [counts.kept, 'kept'],
    [isChecked ? counts.ready : 0, 'ready'],
    [counts.known, 'already on record'],
    [counts.possible, 'possible duplicates'],
    [counts.rejected, 'rejected'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`)
    .join(', ')
}

/** How far the present work is, in whole percent; it says 100 only when it is through. */
export function percentOf({ done, total }: Pick<ImportBatch, 'done' | 'total'>): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total))
}

/** How far the work was when it was first seen, and when. */
export interface Start {
  done: number
  /** Milliseconds. */
  at: number
}

/** Milliseconds before a speed tells anything. */
const slowStart = 2000

/** '310 rows a second, about 26 s left'; null before that is known. */
export function speedWords(
  { done, total }: Pick<ImportBatch, 'done' | 'total'>,
  from: Start,
  now: number,
): string | null {
  const [rows, time] = [done - from.done, now - from.at]
  if (rows <= 0 || time < slowStart) return null
  const speed = (1000 * rows) / time
  const left = Math.max(1, Math.round((total - done) / speed))
  const leftWords = left < 90 ? `${left} s` : `${Math.round(left / 60)} min`
  return `${countOf(Math.max(1, Math.round(speed)), 'row')} a second, about ${leftWords} left`
}
