import { Anchor, Button, Text } from '@mantine/core'
import { IconBellRinging, IconChecks, IconPresentation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DemoRequest } from '../../../contract/hospital/demo-requests.ts'
import { useListAddress } from '../../ground/records/list/list-address.ts'
import { NoMatch } from '../../ground/records/list/NoMatch.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../ground/records/list/rows.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { focusContent } from '../../ground/ui/focus.ts'
import { formatMoment, orNotRecorded } from '../../ground/ui/format.ts'
import { ChoiceFilter } from '../../ground/ui/list/ChoiceFilter.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { StatusBadge, type StatusLook } from '../../ground/ui/StatusBadge.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import classes from './DemoRequestList.module.css'
import { demoRequestsQuery, useHandle } from './queries.ts'

const route = getRouteApi('/signed-in/shell/demo-requests')
const pageSize = 20

const looks: Record<'yes' | 'no', StatusLook> = {
  no: { word: 'To handle', icon: IconBellRinging, tone: 'amber' },
  yes: { word: 'Handled', icon: IconChecks, tone: 'green' },
}
const choices = (['no', 'yes'] as const).map((value) => ({ value, label: looks[value].word }))

/** The people who asked for a demo of Lantern on the public pages. */
export function DemoRequestList() {
  const {
    search: { handled, page = 1 },
    show,
    clearFilters,
  } = useListAddress(route.useSearch(), route.useNavigate(), ['handled'])
  const query = useQuery(demoRequestsQuery({ handled, page, limit: pageSize }))
  const list = usePageRows(query, 'The demo requests could not be loaded', { page, pageSize, show })
  const handle = useHandle()

  function turn(request: DemoRequest, pressed: Element) {
    if (handle.isPending) return
    handle.mutate(request, {
      onSuccess: ({ hospital, handledAt }) => {
        // Its row disappears, because the list only shows the others.
        if (handled && document.activeElement === pressed) focusContent()
        toast.success(`${hospital} marked as ${handledAt ? 'handled' : 'to handle'}`)
      },
      onError: (error) => toast.error(error.message),
    })
  }

  return (
    <>
      <PageHeader title="Demo Requests" context="Sent from the public About page" />
      <RecordList
        label="Demo requests, newest first"
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        things="demo requests"
        toolbar={
          <ChoiceFilter
            label="Status"
            choices={choices}
            value={handled}
            onChange={(chosen) => show({ handled: chosen })}
          />
        }
        rowActions={(request) => (
          <Button
            size="compact-sm"
            variant="default"
            fz="xs"
            aria-label={`${request.handledAt ? 'Reopen' : 'Mark as handled'}: ${request.hospital}`}
            aria-busy={handle.isPending && handle.variables.id === request.id}
            onClick={(event) => turn(request, event.currentTarget)}
          >
            {request.handledAt ? 'Reopen' : 'Mark as handled'}
          </Button>
        )}
        empty={
          handled ? (
            <NoMatch
              title={handled === 'no' ? 'Every request is handled' : 'No request is handled yet'}
              onClear={clearFilters}
            />
          ) : (
            <EmptyState title="No demo requests yet" icon={<IconPresentation size={32} stroke={1.5} />}>
              Requests from the form on the public About page appear here.
            </EmptyState>
          )
        }
      />
    </>
  )
}

function useColumns(): DataColumn<DemoRequest>[] {
  const { timeZone } = useSite()
  return useMemo(
    (): DataColumn<DemoRequest>[] => [
      {
        key: 'hospital',
        header: 'Hospital',
        primary: true,
        width: '20%',
        cell: ({ hospital, name }) => (
          <>
            <bdi>{hospital}</bdi>
            <Text size="xs" c="dimmed" fw={400}>
              <bdi>{name}</bdi>
            </Text>
          </>
        ),
      },
      {
        key: 'contact',
        header: 'Contact',
        width: '20%',
        cell: ({ email, phone }) => (
          <>
            <Anchor href={`mailto:${email}`}>{email}</Anchor>
            {phone && (
              <Text size="xs" c="dimmed">
                {phone}
              </Text>
            )}
          </>
        ),
      },
      {
        key: 'message',
        header: 'Would like to see',
        cell: ({ message }) => <span className={classes.message}>{orNotRecorded(message)}</span>,
      },
      {
        key: 'requested',
        header: 'Requested',
        cell: ({ requestedAt }) => (
          <span className={classes.moment}>{formatMoment(requestedAt, timeZone)}</span>
        ),
      },
      {
        key: 'status',
        header: 'Status',
        cell: ({ handledAt, handledBy }) => (
          <>
            <StatusBadge look={looks[handledAt ? 'yes' : 'no']} />
            {handledAt && (
              <Text size="xs" c="dimmed">
                {handledBy}, {formatMoment(handledAt, timeZone)}
              </Text>
            )}
          </>
        ),
      },
    ],
    [timeZone],
  )
}
