import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { purchaseOrderStatuses } from '../../../contract/store/kinds.ts'
import { type PurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { AnchorLink, BackLink, ButtonLink } from '../../ground/links/links.tsx'
import { useListAddress } from '../../ground/records/list/list-address.ts'
import { NoMatch } from '../../ground/records/list/NoMatch.tsx'
import { onlyHit } from '../../ground/records/list/only-hit.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../ground/records/list/rows.ts'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { formatMoment, formatNumber } from '../../ground/ui/format.ts'
import { ChoiceFilter } from '../../ground/ui/list/ChoiceFilter.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { ListFilters } from '../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import { useMoney } from '../items/public.ts'
import { ordersPerPage } from './list-search.ts'
import classes from './OrderList.module.css'
import { orderListQuery } from './queries.ts'
import { ReorderLowStock } from './reorder/ReorderLowStock.tsx'
import { orderLooks } from './words.ts'

const route = getRouteApi('/signed-in/shell/purchase-orders')

const statusChoices = purchaseOrderStatuses.map((status) => ({
  value: status,
  label: orderLooks[status].word,
}))

/** The purchase orders: items, supplier and progress. */
export function OrderList() {
  const navigate = useNavigate()
  const {
    search: { search, status, page = 1 },
    show,
    searchBox,
    activeFilters,
    clearFilters,
  } = useListAddress(route.useSearch(), route.useNavigate(), ['search', 'status'])
  const query = useQuery(orderListQuery({ search, status, page, limit: ordersPerPage }))
  const list = usePageRows(query, 'The orders could not be loaded', { page, pageSize: ordersPerPage, show })
  const mayChange = useMay()('inventory.change')

  return (
    <>
      <ListHeader
        title="Purchase Orders"
        context="Drafted, sent to suppliers, and received"
        back={<BackLink to="/inventory">Inventory</BackLink>}
      >
        {mayChange && (
          <>
            <ReorderLowStock />
            <ButtonLink to="/purchase-orders/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              New Order
            </ButtonLink>
          </>
        )}
      </ListHeader>
      <RecordList
        label="Purchase orders, newest first"
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        expectedRows={10}
        things="orders"
        toolbar={
          <ListFilters
            search={
              <SearchField
                label="Search purchase orders by number"
                placeholder="Order number"
                {...searchBox}
                only={onlyHit(
                  list,
                  ({ id }) => void navigate({ to: '/purchase-orders/$id', params: { id } }),
                )}
              />
            }
            active={activeFilters}
          >
            <ChoiceFilter
              label="Status"
              choices={statusChoices}
              value={status}
              onChange={(chosen) => show({ status: chosen })}
            />
          </ListFilters>
        }
        empty={
          search ? (
            <NoMatch title="No order matches" onClear={clearFilters}>
              Try the order’s number, such as PO1099, or another status.
            </NoMatch>
          ) : status ? (
            <NoMatch title={`No order is ${orderLooks[status].word.toLowerCase()}`} onClear={clearFilters} />
          ) : (
            <EmptyState title="No purchase orders yet" icon={<IconClipboardList size={32} stroke={1.5} />}>
              {mayChange ? 'Reorder low stock to create draft orders.' : 'Orders to suppliers appear here.'}
            </EmptyState>
          )
        }
      />
    </>
  )
}

/** '2 of 5 lines received' while an order is on its way. */
function progressOf({ status, lines }: PurchaseOrder): string | undefined {
  const came = lines.filter(({ received }) => received > 0).length
  if (status === 'RECEIVED' || came === 0) return undefined
  return `${came} of ${lines.length} lines received`
}

function useColumns(): DataColumn<PurchaseOrder>[] {
  const money = useMoney()
  const { timeZone } = useSite()
  return useMemo(
    (): DataColumn<PurchaseOrder>[] => [
      {
        key: 'number',
        header: 'Number',
        primary: true,
        width: '112px',
        cell: ({ id, number }) => (
          <AnchorLink to="/purchase-orders/$id" params={{ id }} className={classes.name}>
            {number}
          </AnchorLink>
        ),
      },
      {
        key: 'supplier',
        header: 'Supplier',
        cell: ({ supplier }) =>
          supplier ? <bdi>{supplier}</bdi> : <span className={classes.quiet}>Not chosen yet</span>,
      },
      {
        key: 'status',
        header: 'Status',
        cell: (order) => (
          <span className={classes.progress}>
            <StatusBadge look={orderLooks[order.status]} />
            <span className={classes.quiet}>{progressOf(order)}</span>
          </span>
        ),
      },
      {
        key: 'lines',
        header: 'Lines',
        align: 'end',
        width: '80px',
        cell: ({ lines }) => formatNumber(lines.length),
      },
      {
        key: 'total',
        header: 'Total',
        align: 'end',
        width: '128px',
        cell: ({ total }) => money(total),
      },
      {
        key: 'created',
        header: 'Created',
        width: '200px',
        cell: ({ createdAt }) => <span className={classes.whole}>{formatMoment(createdAt, timeZone)}</span>,
      },
    ],
    [money, timeZone],
  )
}
