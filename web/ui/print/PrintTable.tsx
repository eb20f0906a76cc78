import type { ReactNode } from 'react'
import classes from './PrintTable.module.css'

export interface PrintColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Stays on one line: a number, a date. */
  whole?: boolean | ((row: Row) => boolean)
}

/** A table on paper. */
export function PrintTable<Row>({
  columns,
  rows,
  rowKey,
  children,
}: {
  columns: readonly PrintColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A last row: the total. */
  children?: ReactNode
}) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ header, align }) => (
            <th key={header} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ header, cell, align, whole }) => (
              <td
                key={header}
                data-align={align}
                data-whole={(typeof whole === 'function' ? whole(row) : whole) || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {children}
      </tbody>
    </table>
  )
}
