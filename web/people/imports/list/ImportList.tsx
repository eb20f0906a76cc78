import { Text } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { importKindNames, type ListedImport } from '../../../../contract/people/imports/imports.ts'
import { AnchorLink, BackLink, ButtonLink } from '../../../ground/links/links.tsx'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment, formatNumber } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { usePhone } from '../../../ground/ui/use-phone.ts'
import classes from '../Imports.module.css'
import { importsPerPage } from '../list-search.ts'
import { importListQuery } from '../queries.ts'
import { countWords, importLooks, isWorking, percentOf } from '../words.ts'

const route = getRouteApi('/signed-in/shell/imports')

/** The imports from other systems, and the way to start one. */
export function ImportList() {
  const {
    search: { page = 1 },
    show,
  } = useListAddress(route.useSearch(), route.useNavigate(), [])
  const isPhone = usePhone()
  const query = useQuery(importListQuery({ page, limit: importsPerPage }))
  const list = usePageRows(query, 'The imports could not be loaded', {
    page,
    pageSize: importsPerPage,
    show,
  })
  const start = (
    <ButtonLink to="/imports/new" leftSection={<IconTableImport size={16} aria-hidden="true" />}>
      Start an Import
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title="Imports"
        back={<BackLink to="/settings/hospital">Settings</BackLink>}
        context={
          isPhone
            ? 'Start an import at a computer. You can follow it here.'
            : 'Records from another system, checked before they are added'
        }
      >
        {!isPhone && start}
      </PageHeader>
      <RecordList
        label="Imports, newest first"
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        things="imports"
        empty={
          <EmptyState title="No imports yet" icon={<IconTableImport size={32} stroke={1.5} />}>
            Export the records of your former system as CSV or XLSX files, one kind a file and one record a
            row, with headers in the first row. Every row is checked before any is added, and a whole import
            can be undone.
          </EmptyState>
        }
      />
    </>
  )
}

function useColumns(): DataColumn<ListedImport>[] {
  const { timeZone } = useSite()
  return useMemo(
    (): DataColumn<ListedImport>[] => [
      {
        key: 'file',
        header: 'File',
        primary: true,
        width: '30%',
        cell: ({ id, fileName, kind }) => (
          <>
            <AnchorLink to="/imports/$id" params={{ id }} className={classes.name} fw={600}>
              <bdi>{fileName}</bdi>
            </AnchorLink>
            <Text size="xs" c="dimmed" fw={400}>
              {importKindNames[kind]}
            </Text>
          </>
        ),
      },
      {
        key: 'status',
        header: 'Status',
        cell: (batch) => (
          <>
            <StatusBadge look={importLooks[batch.state]} />
            {isWorking(batch.state) && (
              <Text size="xs" c="dimmed">
                {percentOf(batch)}%
              </Text>
            )}
          </>
        ),
      },
      {
        key: 'rows',
        header: 'Rows',
        align: 'end',
        cell: ({ rows }) => (rows > 0 ? formatNumber(rows) : 'Not read yet'),
      },
      { key: 'result', header: 'Result', cell: (batch) => countWords(batch) || 'None yet' },
      {
        key: 'started',
        header: 'Started',
        cell: ({ madeAt, madeBy }) => (
          <>
            <span className={classes.moment}>{formatMoment(madeAt, timeZone)}</span>
            <Text size="xs" c="dimmed">
              <bdi>{madeBy}</bdi>
            </Text>
          </>
        ),
      },
    ],
    [timeZone],
  )
}
