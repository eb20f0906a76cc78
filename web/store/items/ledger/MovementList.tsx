import { Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { itemCategories, movementKinds } from '../../../../contract/store/kinds.ts'
import { exportStoreMovements, type StoreMovement } from '../../../../contract/store/stock.ts'
import { AnchorLink, BackLink } from '../../../ground/links/links.tsx'
import { ExportButton } from '../../../ground/records/list/ExportButton.tsx'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { PeriodChip } from '../../../ground/records/list/PeriodChip.tsx'
import { PeriodPicker } from '../../../ground/records/list/PeriodPicker.tsx'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { ChoiceFilter } from '../../../ground/ui/list/ChoiceFilter.tsx'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { FilterChip } from '../../../ground/ui/list/FilterChip.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../../ground/ui/page/ListHeader.tsx'
import { movementsPerPage } from '../list-search.ts'
import { storeMovementsQuery } from '../queries.ts'
import classes from '../stock/Stock.module.css'
import { categoryNames, causeNames, movementWords, useMoney } from '../words.ts'
import { useMovementColumns } from './movement-columns.tsx'
import { kindsOf, movementFilterOf } from './movement-filter.ts'

const route = getRouteApi('/signed-in/shell/inventory/movements')

const kindChoices = movementKinds.map((kind) => ({ value: kind, label: movementWords[kind].done }))
const categoryChoices = itemCategories.map((category) => ({
  value: category,
  label: categoryNames[category],
}))

const filters = ['from', 'to', 'kind', 'cause', 'category', 'item', 'by'] as const

/** The movements of the whole store of any days, newest first: what a figure counts leads here. */
export function MovementList() {
  const { search, show, isFiltered, activeFilters, clearFilters } = useListAddress(
    route.useSearch(),
    route.useNavigate(),
    filters,
  )
  const { page = 1, from, to, cause, category, item, by } = search
  const filter = movementFilterOf(search)
  const query = useQuery(storeMovementsQuery({ ...filter, page, limit: movementsPerPage }))
  const list = usePageRows(query, 'The movements could not be loaded', {
    page,
    pageSize: movementsPerPage,
    show,
  })
  const columns = useColumns()
  const today = useToday()
  const money = useMoney()
  const [kind, ...others] = kindsOf(search.kind)
  const [first] = query.data?.items ?? []
  const worth = query.data?.worth ?? null
  /** Everything until a day adds up to what was in the store then. */
  const isWholeStore = !from && !search.kind && !cause && !item && !by
  const valueWords = isWholeStore ? 'Total value' : 'Change in value'

  return (
    <>
      <ListHeader
        title="Stock Movements"
        context={
          query.isPending ? (
            // As wide as the text that replaces it, so that it takes as many lines.
            <>
              Newest first. {valueWords} <Skeleton component="span" display="inline-block" h={12} w={88} />
            </>
          ) : worth === null ? (
            'Newest first'
          ) : (
            `Newest first. ${valueWords} ${money(worth)}`
          )
        }
        back={<BackLink to="/inventory">Inventory</BackLink>}
      >
        <PeriodPicker period={{ from: from ?? '', to: to ?? today }} today={today} onPeriod={show} />
        <ExportButton endpoint={exportStoreMovements} query={filter} total={query.data?.total} />
      </ListHeader>
      <RecordList
        label="Stock movements, newest first"
        list={list}
        columns={columns}
        rowKey={({ id }) => String(id)}
        expectedRows={10}
        things="movements"
        toolbar={
          <ListFilters active={activeFilters}>
            <ChoiceFilter
              label="Movement"
              choices={kindChoices}
              value={others.length === 0 ? kind : undefined}
              onChange={(chosen) => show({ kind: chosen, cause: undefined })}
            />
            <ChoiceFilter
              label="Category"
              choices={categoryChoices}
              value={category}
              onChange={(chosen) => show({ category: chosen })}
            />
            <PeriodChip from={from} to={to} onRemove={() => show({ from: undefined, to: undefined })} />
            {others.length > 0 && kind && (
              <FilterChip onRemove={() => show({ kind: undefined })}>
                {[kind, ...others].map((one) => movementWords[one].done).join(' or ')}
              </FilterChip>
            )}
            {cause && (
              <FilterChip onRemove={() => show({ cause: undefined })}>{causeNames[cause]}</FilterChip>
            )}
            {item && (
              <FilterChip onRemove={() => show({ item: undefined })}>
                <bdi>{first?.inventoryItemId === item ? first.inventoryItemName : 'One item'}</bdi>
              </FilterChip>
            )}
            {by && (
              <FilterChip onRemove={() => show({ by: undefined })}>
                By <bdi>{(first?.byId === by && first.by) || 'one person'}</bdi>
              </FilterChip>
            )}
          </ListFilters>
        }
        empty={
          isFiltered ? (
            <NoMatch title="No movements match these filters" onClear={clearFilters} />
          ) : (
            <EmptyState title="No movements yet" icon={<IconArrowsExchange size={32} stroke={1.5} />}>
              Movements appear here when stock is received or issued.
            </EmptyState>
          )
        }
      />
    </>
  )
}

function useColumns(): DataColumn<StoreMovement>[] {
  const { kind, quantity, worth, batch, recipient, who } = useMovementColumns()
  const { timeZone } = useSite()
  return useMemo(
    (): DataColumn<StoreMovement>[] => [
      {
        key: 'item',
        header: 'Item',
        primary: true,
        cell: ({ inventoryItemId, inventoryItemName, category }) => (
          <>
            <AnchorLink to="/inventory/$id" params={{ id: inventoryItemId }}>
              <bdi>{inventoryItemName}</bdi>
            </AnchorLink>
            <span className={classes.note}>{categoryNames[category]}</span>
          </>
        ),
      },
      kind,
      {
        ...quantity,
        cell: (movement) => (
          <>
            {quantity.cell(movement)} <span className={classes.quiet}>{movement.unit}</span>
          </>
        ),
      },
      worth,
      batch,
      recipient,
      {
        ...who,
        cell: ({ by, byId, at }) => (
          <>
            {by && byId ? (
              <AnchorLink
                to="/inventory/movements"
                search={(kept) => ({ ...kept, by: byId, page: undefined })}
                title={`Only movements by ${by}`}
              >
                <bdi>{by}</bdi>
              </AnchorLink>
            ) : (
              'Not recorded'
            )}
            <span className={classes.note}>{formatMoment(at, timeZone)}</span>
          </>
        ),
      },
    ],
    [kind, quantity, worth, batch, recipient, who, timeZone],
  )
}
