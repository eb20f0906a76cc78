import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type InventoryItem, itemCategories, itemSortKeys } from '../../../contract/inventory-items.ts'
import { type MovementKind } from '../../../contract/stock.ts'
import { AnchorLink, ButtonLink } from '../../links.tsx'
import { useMay } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { formatNumber } from '../../ui/format.ts'
import { type DataColumn, DataTable } from '../../ui/list/DataTable.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { filterOf, type ItemListSearch, itemsPerPage } from '../list-search.ts'
import { itemListQuery, itemQuery } from '../queries.ts'
import { Expiry } from '../stock/Expiry.tsx'
import { MovementDialog } from '../stock/MovementDialog.tsx'
import { categoryNames, formatQuantity, stockLooks, useMoney } from '../words.ts'
import { DeleteItemDialog } from './DeleteItemDialog.tsx'
import { ExportItems } from './ExportItems.tsx'
import { InventoryFigures } from './InventoryFigures.tsx'
import classes from './InventoryList.module.css'
import { ItemActions } from './ItemActions.tsx'

const route = getRouteApi('/signed-in/shell/inventory')

/** Everything in the store; what is shown is all in the address. */
export function InventoryList({ actions }: { actions?: ReactNode }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayDo = useMay()
  const mayChange = mayDo('inventory.change')
  const [deleting, setDeleting] = useState<InventoryItem>()
  const columns = useColumns()
  const filter = filterOf(search)
  const page = search.page ?? 1
  const list = useQuery(itemListQuery({ ...filter, page, limit: itemsPerPage }))
  const total = list.data?.total ?? 0
  const isFiltered = Boolean(search.search || search.category || search.lowStock)

  // The last page can become empty (a deletion, an old link): then the one before is meant.
  const lastPage = Math.max(1, Math.ceil(total / itemsPerPage))
  const isBeyond = Boolean(list.data && !list.isPlaceholderData && page > lastPage)
  useEffect(() => {
    if (isBeyond) void navigate({ search: (kept) => ({ ...kept, page: lastPage }), replace: true })
  }, [isBeyond, lastPage, navigate])

  /** Another filter or order starts at its first page. */
  function show(change: ItemListSearch, { replace = false } = {}) {
    void navigate({
      search: (kept) => ({ ...kept, page: undefined, ...change }),
      replace,
      resetScroll: 'page' in change,
    })
  }

  /** Opens the dialog of a movement, or closes it. */
  function showMove(kind?: MovementKind, item?: InventoryItem) {
    void navigate({
      search: (kept) => ({ ...kept, move: kind, item: item?.id }),
      replace: true,
      resetScroll: false,
    })
  }

  return (
    <>
      <PageHeader title="Inventory Management" context="Stock, deliveries and orders of the hospital’s store">
        {actions}
        <ExportItems filter={filter} total={list.data?.total} />
        {mayChange && (
          <ButtonLink to="/inventory/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
            Add Item
          </ButtonLink>
        )}
      </PageHeader>
      <InventoryFigures />
      <div className={classes.list}>
        {list.error && (!list.data || list.isPlaceholderData) ? (
          <ErrorState
            title="The inventory could not be loaded"
            error={list.error}
            onRetry={() => list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <DataTable
            label="Inventory"
            columns={columns}
            rows={list.data?.items}
            rowKey={({ id }) => id}
            sort={{ key: filter.sort, direction: filter.direction }}
            onSort={({ key, direction }) =>
              show({ sort: itemSortKeys.find((one) => one === key), direction })
            }
            expectedRows={itemsPerPage}
            updating={list.isPlaceholderData}
            toolbar={<Filters search={search} onShow={show} />}
            rowActions={
              mayChange
                ? (item) => (
                    <ItemActions
                      item={item}
                      onMove={(moved, kind) => showMove(kind, moved)}
                      onDelete={setDeleting}
                    />
                  )
                : undefined
            }
            empty={
              isFiltered ? (
                <EmptyState
                  title={
                    search.lowStock && !search.search && !search.category
                      ? 'Nothing is low'
                      : 'No item matches'
                  }
                  action={
                    <Button
                      variant="default"
                      onClick={() => show({ search: undefined, category: undefined, lowStock: undefined })}
                    >
                      Clear filters
                    </Button>
                  }
                >
                  {search.lowStock && !search.search && !search.category
                    ? 'Every item is above its reorder level.'
                    : 'Try another part of the name, or another category.'}
                </EmptyState>
              ) : (
                <EmptyState
                  title="Nothing in the store yet"
                  icon={<IconPackage size={32} stroke={1.5} />}
                  action={mayChange && <ButtonLink to="/inventory/new">Add the first item</ButtonLink>}
                >
                  Medicines, equipment and supplies stand here with what is left of each.
                </EmptyState>
              )
            }
          />
        )}
        {list.data && total > 0 && (
          <Pager
            page={Math.min(page, lastPage)}
            pageSize={itemsPerPage}
            total={total}
            words={`Showing ${formatNumber(list.data.items.length)} of ${list.data.totalIsAtLeast ? 'more than ' : ''}${formatNumber(total)} items`}
            onPage={(next) => show({ page: next === 1 ? undefined : next })}
          />
        )}
      </div>
      {deleting && <DeleteItemDialog item={deleting} onClose={() => setDeleting(undefined)} />}
      {mayChange && search.move && search.item && (
        <ListedMovement
          key={`${search.move} ${search.item}`}
          id={search.item}
          listed={list.data?.items.find(({ id }) => id === search.item)}
          kind={search.move}
          onClose={() => showMove()}
        />
      )}
    </>
  )
}

/** The dialog for an item of the list; after a reload the item may be on no page that is shown. */
function ListedMovement({
  id,
  listed,
  kind,
  onClose,
}: {
  id: string
  listed: InventoryItem | undefined
  kind: MovementKind
  onClose: () => void
}) {
  const { data: item } = useQuery({ ...itemQuery(id), placeholderData: listed })
  return item ? <MovementDialog item={item} kind={kind} onClose={onClose} /> : null
}

function useColumns(): DataColumn<InventoryItem>[] {
  const money = useMoney()
  const today = useToday()
  return useMemo(
    (): DataColumn<InventoryItem>[] => [
      {
        key: 'name',
        header: 'Name',
        sortable: true,
        primary: true,
        cell: (item) => (
          <AnchorLink to="/inventory/$id" params={{ id: item.id }} className={classes.name}>
            <bdi>{item.name}</bdi>
          </AnchorLink>
        ),
      },
      {
        key: 'quantity',
        header: 'Quantity',
        sortable: true,
        align: 'end',
        width: '104px',
        cell: ({ quantity }) => <span className={classes.amount}>{formatQuantity(quantity)}</span>,
      },
      { key: 'unit', header: 'Unit', width: '80px', cell: ({ unit }) => unit },
      {
        key: 'reorderLevel',
        header: 'Reorder Level',
        align: 'end',
        width: '120px',
        cell: ({ reorderLevel }) => <span className={classes.amount}>{formatQuantity(reorderLevel)}</span>,
      },
      {
        key: 'status',
        header: 'Status',
        width: '136px',
        cell: ({ status }) => <StatusBadge look={stockLooks[status]} />,
      },
      {
        key: 'cost',
        header: 'Cost',
        sortable: true,
        align: 'end',
        width: '104px',
        cell: ({ cost }) => <span className={classes.amount}>{money(cost)}</span>,
      },
      {
        key: 'expiryDate',
        header: 'Expiry Date',
        sortable: true,
        width: '148px',
        cell: ({ expiryDate }) => <Expiry day={expiryDate} today={today} />,
      },
    ],
    [money, today],
  )
}

function Filters({
  search,
  onShow,
}: {
  search: ItemListSearch
  onShow: (change: ItemListSearch, how?: { replace?: boolean }) => void
}) {
  return (
    <>
      <SearchField
        label="Search the inventory by name"
        placeholder="Name or description"
        value={search.search ?? ''}
        // Typing replaces the address instead of adding to the history at every key.
        onChange={(text) => onShow({ search: text.trim() || undefined }, { replace: true })}
      />
      <SegmentedControl
        aria-label="Category"
        size="xs"
        value={search.category ?? 'ALL'}
        onChange={(chosen) => onShow({ category: itemCategories.find((category) => category === chosen) })}
        data={[
          { value: 'ALL', label: 'All' },
          ...itemCategories.map((category) => ({ value: category, label: categoryNames[category] })),
        ]}
      />
      <Checkbox
        label="Show only low stock items"
        checked={search.lowStock ?? false}
        onChange={(event) => onShow({ lowStock: event.currentTarget.checked || undefined })}
      />
    </>
  )
}
