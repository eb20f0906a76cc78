import type { FieldError } from '../../../contract/api/errors.ts'
import type { ImportColumn, ImportMapping } from '../../../contract/people/imports/imports.ts'
import type { Database } from '../../ground/db/connect.ts'

/** A problem of a row, in the column at this position or, with null, in the row as a whole. */
export interface RowProblem {
  column: number | null
  message: string
}

/** A row as the check reads it. */
export type ReadRow = { record: object; problems: [] } | { record: null; problems: RowProblem[] }

/** A row that can be added, with the id that its record gets or has. */
export interface PreparedRow {
  line: number
  id: string
  record: object
}

/** Why a row is not added: the record is there already, or may be. */
export interface OnRecord {
  line: number
  state: 'KNOWN' | 'POSSIBLE'
  message: string
  recordId: string
}

/** The account in whose name records are added and removed, and when. */
export interface Worker {
  staffId: string
  now: Date
}

/** The rules of one kind of record that is imported. */
export interface KindRules {
  /** It adds something that is of no use until it is sent by e-mail. */
  isMailed?: boolean
  /** The mapping that the headers and values suggest. */
  suggest(db: Database, columns: readonly ImportColumn[]): Promise<ImportMapping>
  /** The questions that have to be settled before rows can be checked. */
  mappingProblems(
    db: Database,
    mapping: ImportMapping,
    columns: readonly ImportColumn[],
  ): Promise<FieldError[]>
  /** Reads rows by the mapping, as the form of the kind would take them. */
  reader(
    db: Database,
    mapping: ImportMapping,
    columns: readonly ImportColumn[],
    today: string,
  ): Promise<(cells: readonly string[]) => ReadRow>
  /** Finds the records that rows name, and says why a row can't be added because of them. */
  resolve?(
    db: Database,
    rows: readonly { line: number; record: object }[],
  ): Promise<Map<number, { record: object; problem: string | null }>>
  /** Which of these are on record already. */
  onRecord(db: Database, rows: readonly { line: number; record: object }[]): Promise<OnRecord[]>
  /** Marks the rows that repeat an earlier one of the file. */
  markRepeated(db: Database, batchId: string): Promise<void>
  /** Adds records. @throws the database's error if one of them can't be added */
  add(db: Database, rows: readonly PreparedRow[], by: Worker): Promise<void>
  /** The patient whom a record is about, for the audit trail. */
  patientOf?(row: PreparedRow): string
  /** The sentence for a row that the database refused. */
  refusal(constraint: string | undefined): string
  /** Removes records that nobody has used since, and says why others are kept. */
  remove(db: Database, ids: readonly string[], by: Worker): Promise<{ kept: Map<string, string> }>
  /** Screens that show lists of these hear that some were added or removed. */
  tellLists(db: Database, batchId: string, how: 'added' | 'removed'): Promise<void>
}
