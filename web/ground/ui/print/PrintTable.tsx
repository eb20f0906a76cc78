import { Fragment, type ReactNode } from 'react'
import classes from './PrintTable.module.css'

export interface PrintColumn<Row> {
  /** Its lines stay as they are. */
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Stays on one line: a number, a date. */
  whole?: boolean | ((row: Row) => boolean)
  /** As high as the row and what is below it; for the last columns. */
  deep?: boolean
}

/** A table on paper. */
export function PrintTable<Row>({
  columns,
  rows,
  rowKey,
  below,
  isStruck,
  children,
}: {
  columns: readonly PrintColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Content below a row, as wide as the table or as what is left of its deep columns. */
  below?: (row: Row) => ReactNode
  /** Whether a row is struck through. */
  isStruck?: (row: Row) => boolean
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
        {rows.map((row) => {
          const more = below?.(row)
          const deep = more ? columns.filter((column) => column.deep).length : 0
          return (
            <Fragment key={rowKey(row)}>
              <tr data-struck={isStruck?.(row) || undefined} data-goes-on={more ? true : undefined}>
                {columns.map(({ header, cell, align, whole, deep: isDeep }) => (
                  <td
                    key={header}
                    rowSpan={more && isDeep ? 2 : undefined}
                    data-align={align}
                    data-whole={(typeof whole === 'function' ? whole(row) : whole) || undefined}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
              {more && (
                <tr className={classes.below}>
                  <td colSpan={columns.length - deep}>{more}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
        {children}
      </tbody>
    </table>
  )
}
