import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { InventoryItem } from '../../../../contract/store/items.ts'
import type { Movement } from '../../../../contract/store/stock.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { itemMovementsPerPage } from '../list-search.ts'
import { movementsQuery } from '../queries.ts'
import classes from '../stock/Stock.module.css'
import { formatQuantity } from '../words.ts'
import { useMovementColumns } from './movement-columns.tsx'

const route = getRouteApi('/signed-in/shell/inventory/$id')

/** Everything that ever happened to an item's stock, newest first, each with the balance after it. */
export function ItemMovements({ item }: { item: InventoryItem }) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const { kind, quantity, worth, batch, recipient, who } = useMovementColumns()
  const columns = useMemo(
    (): DataColumn<Movement>[] => [
      { ...kind, primary: true },
      {
        ...quantity,
        cell: (movement) => (
          <>
            {quantity.cell(movement)}
            <span className={classes.note}>Balance {formatQuantity(movement.balance)}</span>
          </>
        ),
      },
      worth,
      batch,
      recipient,
      who,
    ],
    [kind, quantity, worth, batch, recipient, who],
  )
  const query = useQuery(movementsQuery(item.id, page, itemMovementsPerPage))
  const list = usePageRows(query, 'The movements could not be loaded', {
    page,
    pageSize: itemMovementsPerPage,
    show: (change, how) =>
      void navigate({ search: (kept) => ({ ...kept, ...change }), resetScroll: false, ...how }),
  })
  return (
    <RecordList
      label="Movements, newest first"
      heading="Movements"
      list={list}
      columns={columns}
      rowKey={({ id }) => String(id)}
      expectedRows={itemMovementsPerPage}
      things="movements"
      fitsTablets
      toolbar={
        <AnchorLink to="/inventory/movements" search={{ item: item.id }}>
          Filter or export movements
        </AnchorLink>
      }
      isPart
      empty={
        <EmptyState compact title="No movements yet">
          Movements appear here when stock is received or issued.
        </EmptyState>
      }
    />
  )
}
