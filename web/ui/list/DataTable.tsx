import { ActionIcon, Skeleton, Title } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
} from '@tabler/icons-react'
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import classes from './DataTable.module.css'
import { useDensity } from './density.ts'

export interface DataColumn<Row> {
  /** Also the sort key that `onSort` tells. */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** A heading that sorts. Without `onSort` the table sorts its own rows by `sortValue`. */
  sortable?: boolean
  sortValue?: (row: Row) => string | number
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

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const noRows: never[] = []

export interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string
  /** Keep it outside the component, or in a memo. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  sort?: Sort
  /** Given when whoever holds the rows sorts them (the server, by the URL). */
  onSort?: (sort: Sort) => void
  /** Buttons at the end of each row. */
  rowActions?: (row: Row) => ReactNode
  /** Instead of rows when there are none. */
  empty: ReactNode
  /** How many skeleton rows stand in while loading. */
  expectedRows?: number
  /** Other rows are on their way: these are dimmed. */
  updating?: boolean
  /** A title above the table, where the page has more than the table. */
  heading?: ReactNode
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
  toolbar,
}: DataTableProps<Row>) {
  const [density, setDensity] = useDensity()
  const [ownSort, setOwnSort] = useState<Sort | undefined>(sort)
  const shown = onSort ? sort : ownSort
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.key,
          header: column.header,
          accessorFn: (row) => column.sortValue?.(row),
          enableSorting: column.sortable ?? false,
          sortFn: (one, other) => {
            const [left, right] = [
              column.sortValue?.(one.original) ?? '',
              column.sortValue?.(other.original) ?? '',
            ]
            return typeof left === 'string' && typeof right === 'string'
              ? left.localeCompare(right)
              : Number(left) - Number(right)
          },
        }),
      ),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? noRows,
    getRowId: rowKey,
    manualSorting: Boolean(onSort),
    state: { sorting: shown ? [{ id: shown.key, desc: shown.direction === 'desc' }] : [] },
  })

  function sortBy(key: string) {
    const next: Sort = {
      key,
      direction: shown?.key === key && shown.direction === 'asc' ? 'desc' : 'asc',
    }
    setOwnSort(next)
    onSort?.(next)
  }

  const primary = columns.find((column) => column.primary) ?? columns[0]
  const byKey = new Map(columns.map((column) => [column.key, column]))

  return (
    <div className={classes.frame}>
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

          <ActionIcon
            className={classes.density}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Comfortable rows"
            title={density === 'compact' ? 'More space between rows' : 'Less space between rows'}
            aria-pressed={density === 'comfortable'}
            onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
          >
            {density === 'compact' ? (
              <IconBaselineDensitySmall size={18} aria-hidden="true" />
            ) : (
              <IconBaselineDensityMedium size={18} aria-hidden="true" />
            )}
          </ActionIcon>
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
            {table.getHeaderGroups().map((group) => (
              <tr role="row" key={group.id}>
                {group.headers.map((header) => {
                  const column = byKey.get(header.column.id)
                  const sorted = shown?.key === header.column.id ? shown.direction : undefined
                  return (
                    <th
                      key={header.id}
                      role="columnheader"
                      scope="col"
                      data-align={column?.align}
                      data-sortable={column?.sortable || undefined}
                      style={{ width: column?.width }}
                      aria-sort={
                        sorted === 'asc'
                          ? 'ascending'
                          : sorted === 'desc'
                            ? 'descending'
                            : column?.sortable
                              ? 'none'
                              : undefined
                      }
                    >
                      {column?.sortable ? (
                        <button
                          type="button"
                          className={classes.sort}
                          onClick={() => sortBy(header.column.id)}
                        >
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
                        column?.header
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
            ))}
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
              : table.getRowModel().rows.map((row) => (
                  <tr role="row" key={row.id}>
                    {columns.map((column) => (
                      <td
                        role="cell"
                        key={column.key}
                        data-label={column.header}
                        data-align={column.align}
                        data-primary={column === primary || undefined}
                      >
                        <div className={classes.value}>{column.cell(row.original)}</div>
                      </td>
                    ))}
                    {rowActions && (
                      <td role="cell" data-actions>
                        <div className={classes.actions}>{rowActions(row.original)}</div>
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
