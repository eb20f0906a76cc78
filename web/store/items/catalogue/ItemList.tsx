import { Checkbox } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { Page } from '../../../../contract/api/page.ts'
import { exportInventoryItems, type InventoryItem } from '../../../../contract/store/items.ts'
import { itemCategories, itemSortKeys, type MovementKind } from '../../../../contract/store/kinds.ts'
import { AnchorLink, ButtonLink } from '../../../ground/links/links.tsx'
import { ExportButton } from '../../../ground/records/list/ExportButton.tsx'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { onlyHit } from '../../../ground/records/list/only-hit.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatNumber } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { ChoiceFilter } from '../../../ground/ui/list/ChoiceFilter.tsx'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../../ground/ui/page/ListHeader.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { filterOf, itemsPerPage } from '../list-search.ts'
import { itemListQuery, itemQuery } from '../queries.ts'
import { Expiry } from '../stock/Expiry.tsx'
import { categoryNames, formatQuantity, stockLooks, useMoney } from '../words.ts'
import { ItemActions } from './ItemActions.tsx'
import { ItemFigures } from './ItemFigures.tsx'
import classes from './ItemList.module.css'

const DeleteItemDialog = late(() => import('./DeleteItemDialog.tsx'), 'DeleteItemDialog', whileOpen)
const MovementDialog = late(() => import('../stock/MovementDialog.tsx'), 'MovementDialog', whileOpen)

const route = getRouteApi('/signed-in/shell/inventory')

const categoryChoices = itemCategories.map((category) => ({
  value: category,
  label: categoryNames[category],
}))

/** Every item in the store; the URL holds the whole view. */
export function ItemList({ actions }: { actions?: ReactNode }) {
  const navigate = route.useNavigate()
  const { search, show, searchBox, isFiltered, activeFilters, clearFilters } = useListAddress(
    route.useSearch(),
    navigate,
    ['search', 'category', 'lowStock'],
  )
  const filter = filterOf(search)
  const page = search.page ?? 1
  const query = useQuery(itemListQuery({ ...filter, page, limit: itemsPerPage }))
  const list = usePageRows(query, 'The inventory could not be loaded', { page, pageSize: itemsPerPage, show })
  const columns = useColumns()
  const mayChange = useMay()('inventory.change')
  const [deleting, setDeleting] = useState<InventoryItem>()
  const onlyLow = search.lowStock && !search.search && !search.category

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
      <ListHeader title="Inventory Management" context="Stock, deliveries and orders of the hospital’s store">
        {actions}
        <ExportButton endpoint={exportInventoryItems} query={filter} total={query.data?.total} />
        {mayChange && (
          <ButtonLink to="/inventory/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
            Add Item
          </ButtonLink>
        )}
      </ListHeader>
      <ItemFigures />
      <RecordList
        label="Inventory"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={itemsPerPage}
        sort={{ keys: itemSortKeys, key: filter.sort, direction: filter.direction, onSort: show }}
        pageWords={query.data && shownWords(query.data)}
        toolbar={
          <ListFilters
            search={
              <SearchField
                label="Search the inventory by name"
                placeholder="Name or description"
                {...searchBox}
                only={onlyHit(list, ({ id }) => void navigate({ to: '/inventory/$id', params: { id } }))}
              />
            }
            active={activeFilters}
          >
            <ChoiceFilter
              label="Category"
              choices={categoryChoices}
              value={search.category}
              onChange={(category) => show({ category })}
            />
            <Checkbox
              label="Show only low stock items"
              checked={search.lowStock ?? false}
              onChange={(event) => show({ lowStock: event.currentTarget.checked || undefined })}
            />
            <AnchorLink to="/inventory/movements" size="sm">
              View movements
            </AnchorLink>
          </ListFilters>
        }
        rowActions={
          mayChange
            ? (item) => (
                <ItemActions
                  item={item}
                  onMove={(kind) => showMove(kind, item)}
                  onDelete={() => setDeleting(item)}
                />
              )
            : undefined
        }
        empty={
          isFiltered ? (
            <NoMatch title={onlyLow ? 'No low-stock items' : 'No item matches'} onClear={clearFilters}>
              {onlyLow
                ? 'Every item is above its reorder level.'
                : 'Try another part of the name, or another category.'}
            </NoMatch>
          ) : (
            <EmptyState
              title="No items yet"
              icon={<IconPackage size={32} stroke={1.5} />}
              action={
                mayChange && (
                  <ButtonLink to="/inventory/new" variant="default">
                    Add the first item
                  </ButtonLink>
                )
              }
            >
              Stock items and quantities appear here.
            </EmptyState>
          )
        }
      />
      <DeleteItemDialog.Ahead />
      <MovementDialog.Ahead />
      {deleting && <DeleteItemDialog item={deleting} onClose={() => setDeleting(undefined)} />}
      {mayChange && search.move && search.item && (
        <ListedMovement
          key={`${search.move} ${search.item}`}
          id={search.item}
          listed={query.data?.items.find(({ id }) => id === search.item)}
          kind={search.move}
          onClose={() => showMove()}
        />
      )}
    </>
  )
}

/** 'Showing 20 of 120 items' */
function shownWords({ items, total, totalIsAtLeast }: Page<InventoryItem>): string {
  return `Showing ${formatNumber(items.length)} of ${totalIsAtLeast ? 'more than ' : ''}${formatNumber(total)} items`
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
  const { data: item } = useQuery({ ...itemQuery(id), placeholderData: () => listed })
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
        cell: ({ quantity }) => formatQuantity(quantity),
      },
      { key: 'unit', header: 'Unit', width: '80px', cell: ({ unit }) => unit },
      {
        key: 'reorderLevel',
        header: 'Reorder Level',
        align: 'end',
        width: '120px',
        cell: ({ reorderLevel }) => formatQuantity(reorderLevel),
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
        cell: ({ cost }) => money(cost),
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
