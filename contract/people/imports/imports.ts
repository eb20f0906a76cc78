import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { byId, editOf, Id, Moment, requiredText, text } from '../../api/fields.ts'
import type { ScopeKind } from '../../api/live.ts'
import { PageQuery, pageOf } from '../../api/page.ts'
import { dateOrders, dateProofs } from './dates.ts'
import { decimalMarks, numberProofs } from './numbers.ts'

/**
 * Imports of records from a file of another system (record 98). A file arrives in parts, is read, mapped, checked without
 * adding anything, committed in chunks, and can be undone as a whole.
 */

export const screens = ['/imports', '/imports/$id', '/imports/new'] as const

export const errors = {
  import_running: 409,
  import_moved_on: 409,
  import_part_missing: 409,
  import_too_large: 422,
} as const

export const importKinds = ['PATIENTS', 'SUPPLIERS', 'BEDS', 'STOCK', 'STAFF', 'APPOINTMENTS'] as const
export type ImportKind = (typeof importKinds)[number]
export const importKindNames: Record<ImportKind, string> = {
  PATIENTS: 'Patients',
  SUPPLIERS: 'Suppliers',
  BEDS: 'Beds',
  STOCK: 'Stock',
  STAFF: 'Staff',
  APPOINTMENTS: 'Appointments',
}

/** Bytes of the largest file, and of the largest of the parts in which it is sent. */
export const largestImport = 64 * 1024 * 1024
export const largestPart = 1024 * 1024
export const mostColumns = 200
export const mostImportRows = 500_000
/** Days after the end of an import for which its rows are kept. */
export const rowsKeptDays = 30
/** Different values of a column that are kept to be shown and mapped. */
export const mostValues = 30

/**
 * UPLOADING → READING → READ → CHECKING → CHECKED → COMMITTING → COMMITTED → UNDOING → UNDONE. A file that can't be read is
 * UNREADABLE, a stopped commit STOPPED, and what nothing was added from can be DISCARDED. A stopped check is READ again.
 */
export const importStates = [
  'UPLOADING',
  'READING',
  'UNREADABLE',
  'READ',
  'CHECKING',
  'CHECKED',
  'COMMITTING',
  'STOPPED',
  'COMMITTED',
  'UNDOING',
  'UNDONE',
  'DISCARDED',
] as const
export type ImportState = (typeof importStates)[number]

/** The states in which the server is at work; `done` of `total` tells how far. */
export const workingStates: readonly ImportState[] = ['READING', 'CHECKING', 'COMMITTING', 'UNDOING']
/** The states in which each act is possible. A stop that comes too late changes nothing, and is no error. */
export const importActs = {
  map: ['READ', 'CHECKED'],
  check: ['READ', 'CHECKED'],
  commit: ['CHECKED', 'STOPPED'],
  stop: ['CHECKING', 'COMMITTING'],
  undo: ['STOPPED', 'COMMITTED'],
  discard: ['UPLOADING', 'UNREADABLE', 'READ', 'CHECKED'],
} as const satisfies Record<string, readonly ImportState[]>
export type ImportAct = keyof typeof importActs

export function mayNow(act: ImportAct, state: ImportState): boolean {
  return (importActs[act] as readonly ImportState[]).includes(state)
}

/** A column of the file, with some of its different values that are not empty, in their order. */
export const ImportColumn = z.object({
  header: z.string(),
  /** At most 30; screens show the first five as samples. */
  values: z.array(z.string()),
  hasMoreValues: z.boolean(),
  /** Rows in which it has a value. */
  filled: z.number().int(),
  /** The order of day and month that its values prove; null where they are no dates. */
  dateProof: z.enum(dateProofs).nullable(),
  /** A value that proves it, or leaves it open; two where some contradict others. */
  dateExamples: z.array(z.string()),
  /** The decimal mark that its values prove; null where they are no numbers. */
  numberProof: z.enum(numberProofs).nullable(),
  numberExamples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** How a column is used. */
export const ColumnUse = z.strictObject({
  /** A field of the kind ('firstName', 'identifier:<id of its system>'); empty where the column is left out. */
  field: text(60),
  dateOrder: z.enum(dateOrders).nullable(),
  /** Chosen where the values of a column of numbers leave it open. */
  decimalMark: z.enum(decimalMarks).optional(),
  /** The meanings of its values ('M' → 'MALE'), beyond what is known by itself; '' takes a value for none. */
  values: z.record(text(200), text(60)),
})
export type ColumnUse = z.infer<typeof ColumnUse>

export const ImportMapping = z.strictObject({
  /** One for each column of the file, in its order. */
  columns: z.array(ColumnUse).max(mostColumns),
  /** A value for every row, of a field without a column. */
  constants: z.record(text(60), text(60)),
  /** Adds rows that may be somebody on record already, too. */
  importsPossible: z.boolean(),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** How many rows are in each state. */
export const ImportCounts = z.object({
  ready: z.number().int(),
  known: z.number().int(),
  possible: z.number().int(),
  rejected: z.number().int(),
  imported: z.number().int(),
  removed: z.number().int(),
  kept: z.number().int(),
})

export const ImportBatch = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  fileName: z.string(),
  bytes: z.number().int(),
  rows: z.number().int(),
  columns: z.array(ImportColumn),
  mapping: ImportMapping.nullable(),
  /** The mapping is the one of an earlier file with these columns. */
  isMappedAsBefore: z.boolean(),
  counts: ImportCounts,
  /** Rows that the present work has been through, and how many it goes through. */
  done: z.number().int(),
  total: z.number().int(),
  /** When the present work began. */
  workedSince: Moment.nullable(),
  /** Why the file can't be read, or what broke the work off. */
  problem: z.string().nullable(),
  /** An earlier import of exactly this file. */
  sameFile: z.object({ id: z.string(), fileName: z.string(), at: Moment, by: z.string() }).nullable(),
  madeBy: z.string(),
  madeAt: Moment,
  endedAt: Moment.nullable(),
  /** The rows were deleted, 30 days after the end. */
  areRowsGone: z.boolean(),
  /** The version of its mapping; progress leaves it. */
  version: z.number().int(),
})
export type ImportBatch = z.infer<typeof ImportBatch>

/** An import in the list. */
export const ListedImport = ImportBatch.omit({ columns: true, mapping: true })
export type ListedImport = z.infer<typeof ListedImport>

export const rowStates = ['READY', 'KNOWN', 'POSSIBLE', 'REJECTED', 'IMPORTED', 'REMOVED', 'KEPT'] as const
export type RowState = (typeof rowStates)[number]

export const ImportRow = z.object({
  /** As a spreadsheet numbers it: the headers are row 1. */
  line: z.number().int(),
  state: z.enum(rowStates),
  cells: z.array(z.string()),
  /** Sentences, each with the position of its column; null where it is about the row. */
  problems: z.array(z.object({ column: z.number().int().nullable(), message: z.string() })),
  /** The patient that it became, is like, or is about; null where none is on record. */
  patient: z.object({ id: z.string(), mrn: z.string(), name: z.string() }).nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const scopes = {
  import: { summary: 'One import', permission: 'import.manage', key: Id, record: ImportBatch },
  imports: { summary: 'The imports', permission: 'import.manage' },
} as const satisfies Record<string, ScopeKind>

export const listImports = endpoint({
  name: 'listImports',
  summary: 'The imports, the latest first',
  method: 'GET',
  path: '/imports',
  permission: 'import.manage',
  kind: 'read',
  query: PageQuery,
  reply: pageOf(ListedImport),
})

export const readImport = endpoint({
  name: 'readImport',
  summary: 'One import; the ETag is what a change of its mapping sends back as If-Match',
  method: 'GET',
  path: '/imports/{id}',
  permission: 'import.manage',
  kind: 'read',
  params: byId,
  reply: ImportBatch,
})

export const startImport = endpoint({
  name: 'startImport',
  summary: 'Begin an import, whose file is sent next',
  method: 'POST',
  path: '/imports',
  permission: 'import.manage',
  kind: 'create',
  body: z.strictObject({
    kind: z.enum(importKinds, { error: 'Choose what to import' }),
    fileName: requiredText('File name is required', 255),
  }),
  reply: ImportBatch,
})

export const sendImportPart = endpoint({
  name: 'sendImportPart',
  summary: `Send the next part of the file: CSV in base64, in UTF-8, UTF-16 or Windows-1252, ${largestPart / 1024} kB a part and ${largestImport / 1024 / 1024} MB in all. After the last the file is read`,
  method: 'POST',
  path: '/imports/{id}/parts',
  permission: 'import.manage',
  kind: 'change',
  params: byId,
  /** Characters of the base64 of the largest part, and room for the rest. */
  largestBody: Math.ceil(largestPart / 3) * 4 + 1024,
  body: z.strictObject({
    /** From 0. */
    part: z.number().int().min(0).max(1000),
    content: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Send the part in base64'),
    isLast: z.boolean(),
  }),
  reply: ImportBatch,
  errors: ['import_moved_on', 'import_part_missing', 'import_too_large'],
})

export const editImportMapping = endpoint({
  name: 'editImportMapping',
  summary:
    'Say what the columns are; kept for the next file with the same columns. What was checked has to be checked again',
  method: 'PUT',
  path: '/imports/{id}/mapping',
  permission: 'import.manage',
  kind: 'edit',
  params: byId,
  body: editOf(z.strictObject({ mapping: ImportMapping })),
  reply: ImportBatch,
  errors: ['import_moved_on'],
})

/** An act on an import as a whole. */
function act<const Name extends string, const Act extends string>(name: Name, path: Act, summary: string) {
  return endpoint({
    name,
    summary,
    method: 'POST',
    path: `/imports/{id}/${path}`,
    permission: 'import.manage',
    kind: 'change',
    params: byId,
    reply: ImportBatch,
    errors: ['import_moved_on', 'import_running'],
  })
}

export const checkImport = act('checkImport', 'check', 'Check each row; nothing is added')
export const commitImport = act(
  'commitImport',
  'commit',
  'Add the rows that are ready, or go on after a stop',
)
export const stopImport = act('stopImport', 'stop', 'Stop the check, or the commit, which can go on later')
export const undoImport = act('undoImport', 'undo', 'Remove what it added, except what has been used since')
export const discardImport = act(
  'discardImport',
  'discard',
  'Give up an import that added nothing; its rows are deleted within a day',
)

export const listImportRows = endpoint({
  name: 'listImportRows',
  summary: 'The rows of an import in their order, all or those in one state',
  method: 'GET',
  path: '/imports/{id}/rows',
  permission: 'import.manage',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: PageQuery.extend({ state: z.enum(rowStates).optional() }),
  reply: pageOf(ImportRow),
})

export const exportImportRejects = endpoint({
  name: 'exportImportRejects',
  summary: 'The rejected rows with their problem, to be corrected and imported again',
  method: 'GET',
  path: '/imports/{id}/rejects',
  permission: 'import.manage',
  kind: 'read',
  namesPatients: true,
  params: byId,
  isWholeList: true,
  download: { media: 'text/csv', filename: 'rejected-rows.csv' },
  reply: z.string(),
})

export const auditWords = {
  startImport: 'began an import',
  sendImportPart: 'sent a file to import',
  editImportMapping: 'mapped the columns of an import',
  checkImport: 'checked an import',
  commitImport: 'committed an import',
  stopImport: 'stopped an import',
  undoImport: 'undid an import',
  discardImport: 'discarded an import',
  listImportRows: 'rows of an import',
  exportImportRejects: 'rejected rows of an import',
}
