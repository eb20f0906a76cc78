import { SegmentedControl } from '@mantine/core'
import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type PurchaseOrder, purchaseOrderStatuses } from '../../contract/purchase-orders.ts'
import { useMoney } from '../inventory/public.ts'
import { AnchorLink, BackLink, ButtonLink } from '../links.tsx'
import { useMay, useSite } from '../session/account.ts'
import { formatMoment, formatNumber } from '../ui/format.ts'
import { type DataColumn, DataTable } from '../ui/list/DataTable.tsx'
import { Pager } from '../ui/list/Pager.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { type OrderListSearch, ordersPerPage } from './list-search.ts'
import classes from './OrderList.module.css'
import { OrderWhatIsLow } from './OrderWhatIsLow.tsx'
import { orderListQuery } from './queries.ts'
import { orderLooks } from './words.ts'

const route = getRouteApi('/signed-in/shell/purchase-orders')

/** What was ordered, from whom, and how far it got. */
export function OrderList() {
  const { status, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = useMay()('inventory.change')
  const columns = useColumns()
  const list = useQuery(orderListQuery({ status, page, limit: ordersPerPage }))
  const total = list.data?.total ?? 0

  const lastPage = Math.max(1, Math.ceil(total / ordersPerPage))
  const isBeyond = Boolean(list.data && !list.isPlaceholderData && page > lastPage)
  useEffect(() => {
    if (isBeyond) void navigate({ search: (kept) => ({ ...kept, page: lastPage }), replace: true })
  }, [isBeyond, lastPage, navigate])

  function show(change: OrderListSearch) {
    void navigate({
      search: (kept) => ({ ...kept, page: undefined, ...change }),
      resetScroll: 'page' in change,
    })
  }

  return (
    <>
      <PageHeader
        title="Purchase Orders"
        context="Drafted, sent to suppliers, and received"
        back={<BackLink to="/inventory">Inventory</BackLink>}
      >
        {mayChange && (
          <>
            <OrderWhatIsLow />
            <ButtonLink to="/purchase-orders/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              New Order
            </ButtonLink>
          </>
        )}
      </PageHeader>
      <div className={classes.list}>
        {list.error && (!list.data || list.isPlaceholderData) ? (
          <ErrorState
            title="The orders could not be loaded"
            error={list.error}
            onRetry={() => list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <DataTable
            label="Purchase orders, newest first"
            columns={columns}
            rows={list.data?.items}
            rowKey={({ id }) => id}
            expectedRows={10}
            updating={list.isPlaceholderData}
            toolbar={
              <SegmentedControl
                aria-label="Status"
                size="xs"
                value={status ?? 'ALL'}
                onChange={(chosen) => show({ status: purchaseOrderStatuses.find((one) => one === chosen) })}
                data={[
                  { value: 'ALL', label: 'All' },
                  ...purchaseOrderStatuses.map((one) => ({ value: one, label: orderLooks[one].word })),
                ]}
              />
            }
            empty={
              <EmptyState
                title={status ? `No order is ${orderLooks[status].word.toLowerCase()}` : 'No orders yet'}
                icon={<IconClipboardList size={32} stroke={1.5} />}
              >
                {mayChange
                  ? 'Order what is low, and a draft for each supplier stands here, ready to look through and send.'
                  : 'What the store keeper orders stands here until it is received.'}
              </EmptyState>
            }
          />
        )}
        {list.data && total > 0 && (
          <Pager
            page={Math.min(page, lastPage)}
            pageSize={ordersPerPage}
            total={total}
            totalIsAtLeast={list.data.totalIsAtLeast}
            things="orders"
            onPage={(next) => show({ page: next === 1 ? undefined : next })}
          />
        )}
      </div>
    </>
  )
}

/** 'of 5 lines, 2 have come' while an order is on its way. */
function progressOf({ status, lines }: PurchaseOrder): string | undefined {
  const came = lines.filter(({ received }) => received > 0).length
  if (status === 'RECEIVED' || came === 0) return undefined
  return `${came} of ${lines.length} came`
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
          <span className={classes.expiry}>
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
        cell: ({ total }) => <span className={classes.amount}>{money(total)}</span>,
      },
      {
        key: 'created',
        header: 'Created',
        width: '200px',
        cell: ({ createdAt }) => formatMoment(createdAt, timeZone),
      },
    ],
    [money, timeZone],
  )
}
