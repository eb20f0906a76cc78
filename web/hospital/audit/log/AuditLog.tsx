import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { type AuditFilter, exportAudit } from '../../../../contract/hospital/audit.ts'
import { ExportButton } from '../../../ground/records/list/ExportButton.tsx'
import { countFilters } from '../../../ground/records/list/list-address.ts'
import { MoreButton } from '../../../ground/records/list/MoreButton.tsx'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { focusContent } from '../../../ground/ui/focus.ts'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ground/ui/page/ErrorState.tsx'
import { ListHeader } from '../../../ground/ui/page/ListHeader.tsx'
import classes from './AuditLog.module.css'
import { LogFilters } from './LogFilters.tsx'
import { addedQuery, logQuery } from './queries.ts'
import { Row } from './Row.tsx'
import { mayGoOn, rowsOf } from './rows.ts'
import { SealState } from './SealState.tsx'
import { filterOf, type LogSearch } from './search.ts'

const route = getRouteApi('/signed-in/shell/audit')

/** All acts and refused attempts, newest first. The address has all filters. */
export function AuditLog() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const show = (change: LogSearch) =>
    void navigate({ search: (kept) => ({ ...kept, ...change }), resetScroll: false })
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const clearFilters = () => void navigate({ search: {} })
  // The entry that was pressed may not be there any more.
  const showPerson = (person: string) => {
    focusContent()
    show({ person })
  }
  const filter = filterOf(search)
  const query = useInfiniteQuery(logQuery(filter))
  const entries = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <ListHeader
        title="Audit Log"
        context="Who saw, changed, printed or exported what, and what was refused. Viewing this page is logged too."
      >
        <ExportButton endpoint={exportAudit} query={filter} total={entries?.length} />
      </ListHeader>
      <SealState />
      <section className={classes.frame} aria-label="Audit log">
        <div className={classes.head}>
          <ListFilters
            active={countFilters(search, ['person', 'account', 'patient', 'kind', 'action', 'from', 'to'])}
          >
            <LogFilters search={search} show={show} />
          </ListFilters>
          <Added filter={filter} log={query.data} />
        </div>
        {query.isLoadingError ? (
          <ErrorState
            title="The audit log could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        ) : !entries ? (
          <EmptyState title="Loading the audit log…" />
        ) : entries.length === 0 ? (
          isFiltered ? (
            <NoMatch title="No entry matches these filters" onClear={clearFilters}>
              Choose another person, patient, kind, action or other days.
            </NoMatch>
          ) : (
            <EmptyState title="No entries yet" icon={<IconHistory size={32} stroke={1.5} />}>
              Sign-ins, views and changes appear here.
            </EmptyState>
          )
        ) : (
          <ol className={classes.entries} aria-label="Entries, newest first">
            {rowsOf(entries).map((row) => (
              <Row
                key={row.id}
                row={row}
                mayGoOn={query.hasNextPage && mayGoOn(row, entries.at(-1))}
                onPerson={showPerson}
              />
            ))}
          </ol>
        )}
        <MoreButton query={query} />
      </section>
    </>
  )
}

/** Entries since the log was read, shown on request, so that nothing moves under the reader. */
function Added({ filter, log }: { filter: AuditFilter; log: InfiniteData<{ newest: number }> | undefined }) {
  const queryClient = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const since = log?.pages[0]?.newest
  const { data } = useQuery({ ...addedQuery(filter, since ?? 0), enabled: since !== undefined })

  async function showAdded() {
    await queryClient.resetQueries(logQuery(filter))
    place.current?.focus()
  }

  const count = data?.count ?? 0
  return (
    <div ref={place} tabIndex={-1} className={classes.added} role="status">
      {count > 0 && (
        <Button size="compact-sm" variant="light" onClick={showAdded}>
          {count}
          {data?.countIsAtLeast && '+'} new {count === 1 ? 'entry' : 'entries'}: Show
        </Button>
      )}
    </div>
  )
}
