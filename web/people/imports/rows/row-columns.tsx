import type { ImportBatch, ImportRow, RowState } from '../../../../contract/people/imports/imports.ts'
import { fieldName, kindFields } from '../../../../contract/people/imports/kinds/kinds.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { formatNumber } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { kindWords } from '../kind-words.ts'
import classes from './Rows.module.css'

/** The header of the last column, which says how a row ended. */
const outcomes: Record<RowState, string> = {
  READY: 'Note',
  KNOWN: 'On record as',
  POSSIBLE: 'May be',
  REJECTED: 'Other problems',
  IMPORTED: 'Imported as',
  REMOVED: 'Was',
  KEPT: 'Kept because',
}

/** The columns of rows in a state: what it is, with a problem beside the cell that has it, and what became of the row. */
export function rowColumns(
  { kind, mapping, columns }: Pick<ImportBatch, 'kind' | 'mapping' | 'columns'>,
  state: RowState | undefined,
): DataColumn<ImportRow>[] {
  const positions = (fields: readonly string[]) =>
    (mapping?.columns ?? []).flatMap(({ field }, column) => (fields.includes(field) ? [column] : []))
  const words = kindWords[kind]
  const own = words.shown
    .map((field) => ({ field, header: fieldName(kindFields[kind], field, []), at: positions([field]) }))
    .filter(({ at }) => at.length > 0)
  const names = positions(words.names.fields)
  const shown = [...names, ...own.flatMap(({ at }) => at)]
  return [
    {
      key: 'line',
      header: 'Row',
      width: '72px',
      cell: ({ line }) => <span className={classes.line}>{formatNumber(line)}</span>,
    },
    { key: 'name', header: words.names.header, primary: true, cell: (row) => <Cells row={row} at={names} /> },
    ...own.map(({ field, header, at }) => ({
      key: field,
      header,
      cell: (row: ImportRow) => <Cells row={row} at={at} />,
    })),
    {
      key: 'outcome',
      header: outcomes[state ?? 'READY'],
      width: '28%',
      cell: (row) => <Outcome row={row} columns={columns} shown={shown} />,
    },
  ]
}

const withoutWords: Record<RowState, string> = {
  READY: 'Will be added',
  KNOWN: 'On record',
  POSSIBLE: 'Will be added',
  REJECTED: 'None',
  IMPORTED: 'Added',
  REMOVED: 'Removed',
  KEPT: 'Kept',
}

/** Cells of the file, as it has them, and what is wrong with each. */
function Cells({ row: { cells, problems }, at }: { row: ImportRow; at: readonly number[] }) {
  const wrong = problems.filter(({ column }) => column !== null && at.includes(column))
  const words = at.map((column) => cells[column]?.trim()).filter(Boolean)
  return (
    <>
      <bdi className={classes.cell} data-wrong={wrong.length > 0 || undefined}>
        {words.join(' ') || 'Not recorded'}
      </bdi>
      {wrong.map(({ column, message }) => (
        <span key={`${column} ${message}`} className={classes.problem}>
          {message}
        </span>
      ))}
    </>
  )
}

function Outcome({
  row: { patient, problems, cells, state },
  columns,
  shown,
}: {
  row: ImportRow
  columns: ImportBatch['columns']
  shown: readonly number[]
}) {
  const others = problems.filter(({ column }) => column === null || !shown.includes(column))
  if (!patient && others.length === 0) return withoutWords[state]
  return (
    <>
      {patient &&
        (state === 'REMOVED' ? (
          <span>
            {patient.mrn} <bdi>{patient.name}</bdi>
          </span>
        ) : (
          <AnchorLink to="/patients/$id" params={{ id: patient.id }}>
            {patient.mrn} <bdi>{patient.name}</bdi>
          </AnchorLink>
        ))}
      {others.map(({ column, message }) => (
        <span key={`${column} ${message}`} className={state === 'REJECTED' ? classes.problem : classes.why}>
          {column !== null && (
            <>
              <bdi>{columns[column]?.header}</bdi>: <bdi>{cells[column] || 'empty'}</bdi>.{' '}
            </>
          )}
          {message}
        </span>
      ))}
    </>
  )
}
