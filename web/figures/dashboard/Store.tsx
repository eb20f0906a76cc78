import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { listStockAlerts, type StockAlert } from '../../../contract/store/stock.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { formatDay } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import { alertLooks, useMoney } from '../../store/items/words.ts'
import { orderListQuery } from '../../store/purchase-orders/queries.ts'
import { orderLooks } from '../../store/purchase-orders/words.ts'
import classes from './Dashboard.module.css'
import { FirstOf } from './FirstOf.tsx'

const stockAlertsQuery = queryOptions({
  queryKey: ['inventory-item', 'alerts'],
  ...following(['inventory'], (options) => api(listStockAlerts, {}, options)),
})

/** How many rows fit a glance; the rest is in the lists. */
const rows = 10

const alertColumns: DataColumn<StockAlert>[] = [
  {
    key: 'item',
    header: 'Item',
    primary: true,
    cell: ({ inventoryItemId, inventoryItemName }) => (
      <AnchorLink to="/inventory/$id" params={{ id: inventoryItemId }}>
        {inventoryItemName}
      </AnchorLink>
    ),
  },
  {
    key: 'kind',
    header: 'Alert',
    width: '144px',
    cell: ({ kind }) => <StatusBadge look={alertLooks[kind]} />,
  },
  {
    key: 'batch',
    header: 'Batch and expiry',
    width: '240px',
    cell: ({ batchNumber, expiryDate }) => (
      <span className={classes.quiet}>
        {[batchNumber, expiryDate && formatDay(expiryDate)].filter(Boolean).join(', ') || 'All batches'}
      </span>
    ),
  },
]

/** The dashboard of a store keeper. */
export function OfTheStore() {
  return (
    <div className={classes.sections}>
      <StockAlerts />
      <OpenOrders />
    </div>
  )
}

/** The stock that needs attention, the worst first. */
export function StockAlerts() {
  const query = useQuery(stockAlertsQuery)
  return (
    <RecordList
      label="Stock Alerts"
      heading="Stock Alerts"
      toolbar={
        <>
          <FirstOf rows={rows} total={query.data?.total} />
          <AnchorLink to="/inventory" size="xs">
            View inventory
          </AnchorLink>
        </>
      }
      columns={alertColumns}
      list={rowsOf(query, 'The stock alerts could not be loaded', query.data?.items.slice(0, rows))}
      rowKey={({ id }) => id}
      expectedRows={rows}
      empty={
        <EmptyState title="No stock alerts">
          Items that are low, out of stock, expired or about to expire appear here.
        </EmptyState>
      }
    />
  )
}

function Total({ of: { total } }: { of: PurchaseOrder }) {
  return useMoney()(total)
}

const orderColumns: DataColumn<PurchaseOrder>[] = [
  {
    key: 'number',
    header: 'Number',
    primary: true,
    width: '144px',
    cell: ({ id, number }) => (
      <AnchorLink to="/purchase-orders/$id" params={{ id }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: 'supplier', header: 'Supplier', cell: ({ supplier }) => supplier ?? 'Not chosen yet' },
  {
    key: 'status',
    header: 'Status',
    width: '112px',
    cell: ({ status }) => <StatusBadge look={orderLooks[status]} />,
  },
  { key: 'total', header: 'Total', align: 'end', width: '144px', cell: (order) => <Total of={order} /> },
]

/** The open orders: first those that were sent, then the drafts, each newest first. */
export function OpenOrders() {
  const drafts = useQuery(orderListQuery({ status: 'DRAFT', limit: rows }))
  const sent = useQuery(orderListQuery({ status: 'SENT', limit: rows }))
  const both = sent.data && drafts.data && [sent.data, drafts.data]
  return (
    <RecordList
      label="Open Orders"
      heading="Open Orders"
      toolbar={
        <>
          <FirstOf
            rows={rows}
            total={both?.reduce((sum, { total }) => sum + total, 0)}
            isAtLeast={both?.some(({ totalIsAtLeast }) => totalIsAtLeast) ?? false}
          />
          <AnchorLink to="/purchase-orders" size="xs">
            View orders
          </AnchorLink>
        </>
      }
      columns={orderColumns}
      list={rowsOf(
        drafts.isLoadingError ? drafts : sent,
        'The orders could not be loaded',
        both?.flatMap(({ items }) => items).slice(0, rows),
      )}
      rowKey={({ id }) => id}
      expectedRows={rows}
      empty={<EmptyState title="No open orders">Draft and sent orders appear here.</EmptyState>}
    />
  )
}
