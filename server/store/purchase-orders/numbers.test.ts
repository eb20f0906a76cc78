import { afterAll, expect, test } from 'vitest'
import { listPurchaseOrders } from '../../../contract/store/purchase-orders.ts'
import { startApp } from '../../testing/app.ts'
import { givenOrder } from '../../testing/factories/purchase-orders.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')

test('an order is found by its number or how that begins, the whole number first', async () => {
  // Their numbers go on from 1000.
  const orders = [
    await givenOrder(keeper),
    await givenOrder(keeper),
    await givenOrder(keeper, { isSent: true }),
  ]
  await app.asOwner('update purchase_order_counter set last_number = 10009')
  orders.push(await givenOrder(keeper), await givenOrder(keeper))
  const [first, , sent, , last] = orders.map(({ number }) => number)
  expect([first, last]).toEqual(['PO1001', 'PO10011'])

  const find = async (search: string, status?: 'SENT') => {
    const { body } = await keeper.call(listPurchaseOrders, { query: { search, ...(status && { status }) } })
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ number }) => number)
  }
  for (const typed of ['PO1001', 'po 1001', '1001', ' 1001 ']) {
    expect(await find(typed), typed).toEqual(['PO1001', 'PO10010', 'PO10011'])
  }
  expect(await find('PO10011')).toEqual(['PO10011'])
  expect(await find('100', 'SENT')).toEqual([sent])
  for (const typed of ['001', '01001', 'O1001', 'PO', '%', '1001 2', '2147483647', '9999999999'])
    expect(await find(typed), typed).toEqual([])
  expect(await find('')).toEqual(['PO10011', 'PO10010', 'PO1003', 'PO1002', 'PO1001'])
})
