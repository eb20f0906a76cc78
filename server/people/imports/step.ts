import type { Transaction } from 'kysely'
import type {
  ImportColumn,
  ImportKind,
  ImportMapping,
  ImportState,
} from '../../../contract/people/imports/imports.ts'
import type { DB } from '../../ground/db/types.ts'

/** A batch that is being worked on, as its row is at the beginning of a step. */
export interface WorkingBatch {
  id: string
  kind: ImportKind
  state: ImportState
  mapping: ImportMapping
  columns: ImportColumn[]
  nextLine: number
  workedBy: string
}

/** A step that was done: whether more is left, and whether records were added to lists or removed from them. */
export interface StepDone {
  isOver: boolean
  lists?: 'added' | 'removed'
}

export interface StepContext {
  trx: Transaction<DB>
  batch: WorkingBatch
  now: Date
  /** A row that the database refuses fails alone. */
  isOneByOne: boolean
}
