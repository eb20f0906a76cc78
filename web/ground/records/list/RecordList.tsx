import { Title } from '@mantine/core'
import { late } from '../../ui/lazy-component.tsx'
import { DataTable, type DataTableProps, type Sort } from '../../ui/list/DataTable.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import classes from './RecordList.module.css'
import type { Rows } from './rows.ts'

const RowTip = late(() => import('../row/RowTip.tsx'), 'RowTip')

/**
 * A list of records: a table with its filters, order and pages; or why it could not be loaded; or what an empty one
 * teaches. In one frame, the same for every noun.
 */
export function RecordList<Row extends object, Key extends string = never>({
  list,
  sort,
  things,
  pageWords,
  isPart = false,
  className,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'updating' | 'sort' | 'onSort'> & {
  list: Rows<Row>
  /** Given when the address says the order, by one of `keys`; no `key` where it is none of the columns. */
  sort?: {
    keys: readonly Key[]
    key: Key | undefined
    direction: Sort['direction']
    onSort: (by: { sort: Key | undefined; direction: Sort['direction'] }) => void
  }
  /** 'Showing 1 to 20 of 120 orders'; results otherwise. */
  things?: string
  /** Instead of that. */
  pageWords?: string | undefined
  /** A part of a page: its total is shown only if there are several pages. */
  isPart?: boolean
  className?: string | undefined
}) {
  const { rows, failure, isUpdating, place } = list
  return (
    <div className={className ? `${classes.list} ${className}` : classes.list} data-flush>
      {failure ? (
        <>
          {table.heading && (
            <Title order={2} size="h3" className={classes.heading}>
              {table.heading}
            </Title>
          )}
          <ErrorState title={failure.title} error={failure.error} onRetry={failure.retry} />
        </>
      ) : (
        <DataTable
          {...table}
          rows={rows}
          updating={isUpdating}
          sort={sort?.key && { key: sort.key, direction: sort.direction }}
          onSort={
            sort &&
            (({ key, direction }) => sort.onSort({ sort: sort.keys.find((one) => one === key), direction }))
          }
        />
      )}
      {table.rowActions && <RowTip />}
      {place && !failure && place.total > (isPart ? place.pageSize : 0) && (
        <Pager {...place} things={things} words={pageWords} />
      )}
    </div>
  )
}
