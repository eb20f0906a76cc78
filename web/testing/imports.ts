import type { ImportBatch, ImportColumn } from '../../contract/people/imports/imports.ts'
import { newId, now } from './records.ts'

/** A column of a file, with values in every row. */
export function columnOf(header: string, values: string[], fields: Partial<ImportColumn> = {}): ImportColumn {
  return {
    header,
    values,
    hasMoreValues: false,
    filled: values.length,
    dateProof: null,
    dateExamples: [],
    numberProof: null,
    numberExamples: [],
    ...fields,
  }
}

/** An import whose file is read, with the columns matched as `fields` says. */
export function importOf(
  columns: readonly (readonly [column: ImportColumn, field: string])[],
  fields: Partial<ImportBatch> = {},
): ImportBatch {
  return {
    id: newId(),
    kind: 'PATIENTS',
    state: 'READ',
    fileName: 'patients.csv',
    bytes: 400,
    rows: 4,
    columns: columns.map(([column]) => column),
    mapping: {
      columns: columns.map(([, field]) => ({ field, dateOrder: null, values: {} })),
      constants: {},
      importsPossible: false,
    },
    isMappedAsBefore: false,
    counts: { ready: 0, known: 0, possible: 0, rejected: 0, imported: 0, removed: 0, kept: 0 },
    done: 0,
    total: 0,
    workedSince: null,
    problem: null,
    sameFile: null,
    madeBy: 'Grace Okafor',
    madeAt: now,
    endedAt: null,
    areRowsGone: false,
    version: 2,
    ...fields,
  }
}
