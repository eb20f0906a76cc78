import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity, useMoney } from '../inventory/public.ts'
import { useMe, useSite } from '../session/account.ts'
import { formatMoment, fullName } from '../ui/format.ts'
import { PrintPage } from '../ui/print/PrintPage.tsx'
import { PrintSheet } from '../ui/print/PrintSheet.tsx'
import classes from './Order.module.css'

/** An order on paper, as it goes to the supplier. */
export function PrintedOrder({ order, onDone }: { order: PurchaseOrder; onDone: () => void }) {
  const site = useSite()
  const me = useMe()
  const money = useMoney()
  return (
    <PrintSheet onDone={onDone}>
      <PrintPage
        hospitalName={site.hospitalName}
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
        printedBy={fullName(me) || me.email}
        printedAt={formatMoment(new Date(), site.timeZone)}
      >
        <p className={classes.printedFacts}>
          {order.sentAt
            ? `Sent on ${formatMoment(order.sentAt, site.timeZone)}.`
            : `Written on ${formatMoment(order.createdAt, site.timeZone)}.`}{' '}
          {order.notes}
        </p>
        <table className={classes.printed}>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" data-end>
                Quantity
              </th>
              <th scope="col">Unit</th>
              <th scope="col" data-end>
                Cost of one
              </th>
              <th scope="col" data-end>
                Sum
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <bdi>{line.inventoryItemName}</bdi>
                </td>
                <td data-end>{formatQuantity(line.quantity)}</td>
                <td>{line.unit}</td>
                <td data-end>{money(line.cost)}</td>
                <td data-end>{money(Math.round(line.quantity * line.cost * 100) / 100)}</td>
              </tr>
            ))}
            <tr>
              <td colSpan={4}>
                <strong>Total</strong>
              </td>
              <td data-end>
                <strong>{money(order.total)}</strong>
              </td>
            </tr>
          </tbody>
        </table>
        <div className={classes.signature}>Date and signature</div>
      </PrintPage>
    </PrintSheet>
  )
}
