import { Skeleton, Title } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './DataTable.module.css'
import { DensitySwitch } from './DensitySwitch.tsx'
import { useDensity } from './density.ts'

export interface DataColumn<Row> {
  /** Also the sort key that `onSort` tells. */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** A heading that sorts. */
  sortable?: boolean
  align?: 'start' | 'end'
  /** The fact that heads the card on a phone; the first column otherwise. */
  primary?: boolean
  /** A CSS width, for columns whose skeleton and content would differ. */
  width?: string
}

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** The name of the table, for screen readers. */
  label: string
  /** Keep it outside the component, or in a memo. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  /** The owner of the rows sorts them (the server, by the URL). */
  onSort?: ((sort: Sort) => void) | undefined
  /** Buttons at the end of each row. */
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** Instead of rows when there are none. */
  empty: ReactNode
  /** How many skeleton rows stand in while loading. */
  expectedRows?: number
  /** Other rows are on their way: these are dimmed. */
  updating?: boolean | undefined
  /** A title above the table, where the page has more than the table. */
  heading?: ReactNode
  /** Short columns: they are a table from 684 px, where others are cards. */
  fitsTablets?: boolean
  /** Filters or a link above the table, beside the density switch. */
  toolbar?: ReactNode
}

/**
 * A table with sortable headings, rows that load at their final height, and cards with the same facts where it is
 * narrow. `rows` is undefined while they load.
 */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  rowActions,
  empty,
  expectedRows = 8,
  updating,
  heading,
  fitsTablets,
  toolbar,
}: DataTableProps<Row>) {
  const [density] = useDensity()

  function sortBy(key: string) {
    onSort?.({ key, direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc' })
  }

  const primary = columns.find((column) => column.primary) ?? columns[0]

  return (
    <div
      className={classes.frame}
      data-many-columns={columns.length > 6 || undefined}
      data-fits-tablets={fitsTablets}
    >
      {(heading || toolbar) && (
        <div className={classes.toolbar}>
          {heading && (
            <Title order={2} size="h3" className={classes.heading}>
              {heading}
            </Title>
          )}
          <div className={classes.filters} data-end={heading ? true : undefined}>
            {toolbar}
          </div>
          <DensitySwitch of="rows" className={classes.density} />
        </div>
      )}
      {rows?.length === 0 ? (
        empty
      ) : (
        <table
          className={classes.table}
          role="table"
          aria-label={label}
          aria-busy={rows === undefined || updating || undefined}
          data-density={density}
          data-updating={updating || undefined}
        >
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => {
                const sorted = sort?.key === column.key ? sort.direction : undefined
                return (
                  <th
                    key={column.key}
                    role="columnheader"
                    scope="col"
                    data-align={column.align}
                    data-sortable={column.sortable || undefined}
                    style={{ width: column.width }}
                    aria-sort={
                      sorted === 'asc'
                        ? 'ascending'
                        : sorted === 'desc'
                          ? 'descending'
                          : column.sortable
                            ? 'none'
                            : undefined
                    }
                  >
                    {column.sortable ? (
                      <button type="button" className={classes.sort} onClick={() => sortBy(column.key)}>
                        {column.header}
                        {sorted === 'asc' ? (
                          <IconArrowUp size={14} aria-hidden="true" />
                        ) : sorted === 'desc' ? (
                          <IconArrowDown size={14} aria-hidden="true" />
                        ) : (
                          <IconArrowsSort size={14} className={classes.unsorted} aria-hidden="true" />
                        )}
                      </button>
                    ) : (
                      column.header
                    )}
                  </th>
                )
              })}
              {rowActions && (
                <th role="columnheader" scope="col" data-align="end">
                  Actions
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows === undefined
              ? Array.from({ length: expectedRows }, (_, row) => (
                  <tr role="row" key={row}>
                    {columns.map((column) => (
                      <td
                        role="cell"
                        key={column.key}
                        data-label={column.header}
                        data-primary={column === primary || undefined}
                      >
                        <Skeleton
                          h={12}
                          my={5}
                          w={`${55 + ((row * 17 + column.header.length * 11) % 40)}%`}
                        />
                      </td>
                    ))}
                    {rowActions && (
                      <td role="cell" data-actions>
                        <Skeleton h={12} my={5} w={56} ms="auto" />
                      </td>
                    )}
                  </tr>
                ))
              : rows.map((row) => (
                  <tr role="row" key={rowKey(row)}>
                    {columns.map((column) => (
                      <td
                        role="cell"
                        key={column.key}
                        data-label={column.header}
                        data-align={column.align}
                        data-primary={column === primary || undefined}
                      >
                        <div className={classes.value}>{column.cell(row)}</div>
                      </td>
                    ))}
                    {rowActions && (
                      <td role="cell" data-actions>
                        <div className={classes.actions}>{rowActions(row)}</div>
                      </td>
                    )}
                  </tr>
                ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
