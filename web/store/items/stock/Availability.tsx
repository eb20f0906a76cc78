import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReplyOf } from '../../../../contract/api/endpoint.ts'
import type { listAvailability } from '../../../../contract/store/items.ts'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { StatusBadge, type StatusLook } from '../../../ground/ui/StatusBadge.tsx'
import { itemsPerPage } from '../list-search.ts'
import { availabilityQuery } from '../queries.ts'

const availableLook: StatusLook = { word: 'Available', icon: IconCircleCheck, tone: 'green' }
const unavailableLook: StatusLook = { word: 'Not available', icon: IconCircleX, tone: 'quiet' }

const route = getRouteApi('/signed-in/shell/availability')

type Found = ReplyOf<typeof listAvailability>['items'][number]

const columns: DataColumn<Found>[] = [
  { key: 'name', header: 'Name', primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'unit', header: 'Unit', width: '120px', cell: ({ unit }) => unit },
  {
    key: 'available',
    header: 'Availability',
    width: '180px',
    cell: ({ available }) => <StatusBadge look={available ? availableLook : unavailableLook} />,
  },
]

/** Only whether the store has something, for users who don't manage it. */
export function Availability() {
  const { search, searchBox, show } = useListAddress(route.useSearch(), route.useNavigate(), ['search'])
  const page = search.page ?? 1
  const query = useQuery(availabilityQuery({ search: search.search, page, limit: itemsPerPage }))
  const list = usePageRows(query, 'Stock could not be checked', { page, pageSize: itemsPerPage, show })
  return (
    <>
      <PageHeader title="Stock Availability" context="Excludes expired stock" />
      <RecordList
        label="Items of the store"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={itemsPerPage}
        things="items"
        toolbar={
          <SearchField
            label="Search the store by name"
            placeholder="Medicine, equipment or supplies"
            {...searchBox}
          />
        }
        empty={
          <EmptyState title="No item matches">
            Try another part of the name. The store may not stock this item.
          </EmptyState>
        }
      />
    </>
  )
}
