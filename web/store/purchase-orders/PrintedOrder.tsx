import { packWords } from '../../../contract/store/packs.ts'
import { type PurchaseOrder, readPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { api } from '../../ground/client/api.ts'
import { RecordPrint } from '../../ground/records/print/RecordPrint.tsx'
import { useForPrint } from '../../ground/records/print/useForPrint.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { formatDay, formatMoment, orNotRecorded } from '../../ground/ui/format.ts'
import { PrintSheet } from '../../ground/ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../ground/ui/print/PrintTable.tsx'
import { formatQuantity, useMoney } from '../items/public.ts'
import classes from './Order.module.css'

/** An order on paper, as it goes to the supplier. */
export function PrintedOrder({ id, onDone }: { id: string; onDone: () => void }) {
  const { timeZone, hospitalName, address, phone } = useSite()
  const money = useMoney()
  const order = useForPrint(
    'purchase-order',
    id,
    (options) => api(readPurchaseOrder, { params: { id } }, options),
    onDone,
  )
  if (!order) return null
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint
        title={`Purchase order ${order.number}`}
        identity={
          <>
            <strong>{order.supplier ?? 'No supplier yet'}</strong>
            {order.supplierContact && <div>{order.supplierContact}</div>}
            <div>
              {order.status === 'DRAFT' ? 'Draft, not sent' : order.status === 'CANCELLED' ? 'Cancelled' : ''}
            </div>
          </>
        }
        intro={
          <>
            {order.sentAt
              ? `Sent on ${formatMoment(order.sentAt, timeZone)}.`
              : `Created on ${formatMoment(order.createdAt, timeZone)}.`}{' '}
            {order.notes}
          </>
        }
      >
        <dl className={classes.terms}>
          <div>
            <dt>Deliver to</dt>
            <dd>
              {hospitalName}
              {address?.split('\n').map((line) => (
                <div key={line}>{line}</div>
              ))}
              {phone && <div>{phone}</div>}
            </dd>
          </div>
          <div>
            <dt>Needed by</dt>
            <dd>{order.neededBy ? formatDay(order.neededBy) : 'Not recorded'}</dd>
          </div>
          <div>
            <dt>Ordered by</dt>
            <dd>
              <bdi>{orNotRecorded(order.orderedBy)}</bdi>
            </dd>
          </div>
        </dl>
        <PrintTable columns={columnsOf(money)} rows={order.lines} rowKey={({ id }) => id}>
          <tr>
            <td colSpan={4}>
              <strong>Total</strong>
            </td>
            <td data-align="end">
              <strong>{money(order.total)}</strong>
            </td>
          </tr>
        </PrintTable>
        <div className={classes.signature}>Date and signature</div>
      </RecordPrint>
    </PrintSheet>
  )
}

function columnsOf(money: ReturnType<typeof useMoney>): PrintColumn<PurchaseOrder['lines'][number]>[] {
  return [
    { header: 'Item', cell: ({ inventoryItemName }) => <bdi>{inventoryItemName}</bdi> },
    {
      header: 'Quantity',
      align: 'end',
      cell: ({ quantity, packSize }) => (
        <>
          {formatQuantity(quantity)}
          <div>{packWords(quantity, packSize)}</div>
        </>
      ),
    },
    { header: 'Unit', cell: ({ unit }) => unit },
    { header: 'Unit cost', align: 'end', cell: ({ cost }) => money(cost) },
    {
      header: 'Amount',
      align: 'end',
      cell: ({ quantity, cost }) => money(Math.round(quantity * cost * 100) / 100),
    },
  ]
}
