import { afterAll, expect, test } from 'vitest'
import {
  addPurchaseOrder,
  cancelPurchaseOrder,
  type PurchaseOrder,
  readPurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { startApp } from '../../testing/app.ts'
import { givenItem } from '../../testing/factories/items.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'
import { openMailbox } from '../../testing/mailbox.ts'

const mailbox = await openMailbox()
const publicUrl = 'https://lantern.example.org'
const mail = { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl }
const app = await startApp({ mail })
const mailless = await startApp()
afterAll(async () => {
  await Promise.all([app.close(), mailless.close()])
  await mailbox.close()
})
const keeper = await app.signIn('inventory_manager')
const patience = { timeout: 20_000, interval: 20 }

/** A draft of 300 tablets in packs of 100, from a supplier with an address or without. */
async function draft(email: string | null, by = keeper): Promise<PurchaseOrder> {
  const [item, { id }] = [await givenItem(by, { packSize: 100 }), await givenSupplier(by, { email })]
  const lines = [{ inventoryItemId: item.id, quantity: 300, cost: 0.35 }]
  const body = { supplierId: id, notes: 'By the back door', neededBy: null, lines }
  return (await by.call(addPurchaseOrder, { body })).body
}
const send = ({ id }: PurchaseOrder, byMail: boolean, by = keeper) =>
  by.call(sendPurchaseOrder, { params: { id }, body: { byMail } })
const read = async ({ id }: PurchaseOrder) => (await keeper.call(readPurchaseOrder, { params: { id } })).body
const lettersOf = ({ number }: PurchaseOrder) =>
  mailbox.letters.filter(({ subject }) => subject?.includes(number))

test('an order is mailed to its supplier, with its lines in packs, and says when', async () => {
  const order = await draft('orders@harbour.test')
  expect((await send(order, true)).body).toMatchObject({
    status: 'SENT',
    mailedTo: 'orders@harbour.test',
    mailedAt: null,
  })
  await expect.poll(async () => (await read(order)).mailedAt, patience).not.toBeNull()
  const [letter, ...others] = lettersOf(order)
  expect(others).toEqual([])
  expect(letter?.to).toMatchObject({ value: [{ address: 'orders@harbour.test', name: order.supplier }] })
  const [line] = order.lines
  expect(letter?.text?.split('\n')).toEqual([
    expect.stringMatching(` orders from ${order.supplier}, purchase order ${order.number}:$`),
    '',
    `- ${line?.inventoryItemName}: 300 tablets (3 packs of 100), at $0.35 each: $105.00`,
    'Total: $105.00',
    '',
    `Ordered by: ${order.orderedBy}`,
    'Notes: By the back door',
    '',
    'Deliver to:',
    expect.anything(),
    '',
  ])
  expect((await send(order, true)).problem.code).toBe('purchase_order_closed')
})

test('nothing is mailed of an order that is marked as sent, or was cancelled before the mail went out', async () => {
  const marked = await draft('orders@harbour.test')
  expect((await send(marked, false)).body).toMatchObject({ status: 'SENT', mailedTo: null })

  const cancelled = await draft('orders@harbour.test')
  await send(cancelled, false)
  await keeper.call(cancelPurchaseOrder, { params: { id: cancelled.id } })
  // The e-mail waits for the mail server.
  await app.asOwner(`update purchase_order set mailed_to = 'orders@harbour.test' where id = $1`, [
    cancelled.id,
  ])
  await app.asOwner(
    `insert into mail (kind, staff_id, order_id, asked_at, try_at) values ('order', $1, $2, now(), now())`,
    [keeper.id, cancelled.id],
  )
  const later = await draft('orders@harbour.test')
  await send(later, true)
  await expect.poll(() => lettersOf(later).length, patience).toBe(1)
  expect([...lettersOf(marked), ...lettersOf(cancelled)]).toEqual([])
  expect(await app.asOwner('select from mail where order_id = $1', [cancelled.id])).toEqual([])
})

test('without an address, or where no mail is sent, the order stays a draft and says why', async () => {
  const order = await draft(null)
  expect((await send(order, true)).problem).toMatchObject({
    status: 409,
    code: 'not_mailable',
    detail: `${order.supplier} has no e-mail address. Add one under Suppliers, or mark the order as sent.`,
  })
  expect((await read(order)).status).toBe('DRAFT')
  const there = await mailless.signIn('inventory_manager')
  const theirs = await draft('orders@harbour.test', there)
  expect((await send(theirs, true, there)).problem).toMatchObject({
    code: 'not_mailable',
    detail: 'Lantern sends no e-mail here. Print the order, then mark it as sent.',
  })
})
