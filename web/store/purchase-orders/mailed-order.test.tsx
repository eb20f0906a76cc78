import { expect, test } from 'vitest'
import { listInventoryItems } from '../../../contract/store/items.ts'
import {
  type PurchaseOrder,
  readPurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { listSuppliers } from '../../../contract/store/suppliers.ts'
import { now, purchaseOrder } from '../../testing/records.ts'
import { hospitalFor, openScreen } from '../../testing/show.tsx'

const email = 'orders@acme.test'

async function orderOf(fields: Partial<PurchaseOrder>, sendsMail = true) {
  const hospital = hospitalFor('inventory_manager', { sendsMail })
  const order = purchaseOrder({ status: 'DRAFT', supplierEmail: email, sentAt: null, ...fields })
  const sent: unknown[] = []
  hospital.answer(readPurchaseOrder, order)
  hospital.answer(listSuppliers, [])
  hospital.answer(listInventoryItems, { items: [], total: 0, nextCursor: null })
  hospital.answer(sendPurchaseOrder, ({ body }) => {
    sent.push(body)
    return { ...order, status: 'SENT', sentAt: now, mailedTo: email } as const
  })
  const screen = await openScreen(`/purchase-orders/${order.id}`)
  await expect.element(screen.getByRole('heading', { name: 'Order PO1001' })).toBeVisible()
  return { screen, sent }
}

test('an order is e-mailed to a supplier with an address, and says that it has not gone out yet', async () => {
  const { screen, sent } = await orderOf({})
  await screen.getByRole('button', { name: 'E-mail to Supplier' }).click()
  await screen.getByRole('button', { name: 'E-mail PO1001' }).click()
  await expect.element(screen.getByText('Order PO1001 is being e-mailed to orders@acme.test')).toBeVisible()
  expect(sent).toEqual([{ byMail: true }])
  await expect.element(screen.getByText('Not sent yet')).toBeVisible()
})

test('without an address, or where no mail is sent, an order is only marked as sent', async () => {
  const { screen } = await orderOf({ supplierEmail: null })
  await expect.element(screen.getByRole('button', { name: 'Mark as Sent' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'E-mail to Supplier' })).not.toBeInTheDocument()
})

test('a mail that the mail server did not take within a day is told', async () => {
  const { screen } = await orderOf({
    status: 'SENT',
    sentAt: '2026-11-21T04:00:00.000Z',
    mailedTo: email,
  })
  await expect.element(screen.getByText('Could not be sent. Print the order and pass it on.')).toBeVisible()
})
