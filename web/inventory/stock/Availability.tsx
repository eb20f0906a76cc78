import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import type { listAvailability } from '../../../contract/inventory-items.ts'
import { type DataColumn, DataTable } from '../../ui/list/DataTable.tsx'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { availabilityQuery } from '../queries.ts'

const availableLook: StatusLook = { word: 'Available', icon: IconCircleCheck, tone: 'green' }
const unavailableLook: StatusLook = { word: 'Not available', icon: IconCircleX, tone: 'quiet' }

const route = getRouteApi('/signed-in/shell/availability')

type Found = ReplyOf<typeof listAvailability>[number]

const columns: DataColumn<Found>[] = [
  { key: 'name', header: 'Name', primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'unit', header: 'Unit', width: '120px', cell: ({ unit }) => unit },
  {
    key: 'available',
    header: 'In the store',
    width: '180px',
    cell: ({ available }) => <StatusBadge look={available ? availableLook : unavailableLook} />,
  },
]

/** Whether something can be had from the store, and no more: for those who don't keep it. */
export function Availability() {
  const { search } = route.useSearch()
  const navigate = route.useNavigate()
  const found = useQuery(availabilityQuery(search))
  return (
    <>
      <PageHeader title="Is it in the store?" context="Usable stock: what has expired doesn’t count" />
      {found.error && (!found.data || found.isPlaceholderData) ? (
        <ErrorState
          title="The store could not be asked"
          error={found.error}
          onRetry={() => found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <DataTable
          label="Items of the store"
          columns={columns}
          rows={found.data}
          rowKey={({ id }) => id}
          expectedRows={12}
          updating={found.isPlaceholderData}
          toolbar={
            <SearchField
              label="Search the store by name"
              placeholder="Medicine, equipment or supplies"
              value={search ?? ''}
              onChange={(text) =>
                navigate({ search: { search: text.trim() || undefined }, replace: true, resetScroll: false })
              }
            />
          }
          empty={
            <EmptyState title="No item matches">
              Try another part of the name. The store may not keep it at all.
            </EmptyState>
          }
        />
      )}
    </>
  )
}
