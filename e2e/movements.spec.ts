import { expect } from '@playwright/test'
import { admitted, bedIn } from './bed-people.ts'
import { call, choose, dear, pageOf, reloadOnceKept, signIn, test, unique } from './people.ts'
import { registered } from './queue-people.ts'
import { dayFromNow, itemOf } from './store-people.ts'

test('a delivery that is typed survives a reload, and a lost answer books it once', async ({ page }) => {
  dear('a form is typed, reloaded and sent twice')
  await signIn(page, 'inventory')
  const item = await itemOf(page)
  await page.goto(`/inventory?search=${item.name}`)
  await page.getByRole('button', { name: `Receive ${item.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Receive ${item.name}` })
  await dialog.getByLabel('Quantity').fill('7')
  await dialog.getByLabel('Batch number').fill('LOT-7')
  await dialog.getByLabel('Expiry date').fill(dayFromNow(300))
  await reloadOnceKept(page, dayFromNow(300))
  await expect(dialog.getByText('Draft restored')).toBeVisible()
  await expect(dialog.getByLabel('Quantity')).toHaveValue('7')
  await expect(dialog.getByLabel('Batch number')).toHaveValue('LOT-7')

  // The server books it, but its answer never arrives.
  const path = `**/api/inventory/${item.id}/movements`
  await page.route(path, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: /^Receive/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your entries are kept')
  await page.unroute(path)
  await dialog.getByRole('button', { name: /^Receive/ }).click()
  await expect(page.getByText(`7 pcs of ${item.name} received`)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect((await call(page.request, 'GET', `/inventory/${item.id}`)).quantity).toBe(12)

  // After it was saved, the next dialog is empty.
  await page.getByRole('button', { name: `Receive ${item.name}` }).click()
  await expect(dialog.getByLabel('Batch number')).toHaveValue('')
  await expect(dialog.getByText('Draft restored')).toBeHidden()
})

test('a delivery that another store keeper has entered meanwhile is not booked twice, and a cancelled order keeps what is typed', async ({
  page,
}) => {
  await signIn(page, 'inventory')
  const [item, second] = [await itemOf(page), await itemOf(page)]
  const supplier = await call(page.request, 'POST', '/suppliers', { name: unique(), contact: null })
  const order = await call(page.request, 'POST', '/purchase-orders', {
    supplierId: supplier.id,
    notes: null,
    lines: [item, second].map(({ id }) => ({ inventoryItemId: id, quantity: 100, cost: 2.5 })),
  })
  await call(page.request, 'POST', `/purchase-orders/${order.id}/send`)
  await page.goto(`/purchase-orders/${order.id}`)
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Receive order ${order.number}` })
  const [mine, others] = [item, second].map(({ name }) => dialog.getByRole('group', { name }))
  if (!mine || !others) throw new Error('two lines')
  await others.getByLabel('Quantity').fill('')
  await mine.getByLabel('Quantity').fill('40')
  await mine.getByLabel('Batch number').fill('LOT-40')

  const { lines } = await call(page.request, 'GET', `/purchase-orders/${order.id}`)
  const lineId = lines.find((line: { inventoryItemId: string }) => line.inventoryItemId === item.id)?.id
  await call(page.request, 'POST', `/purchase-orders/${order.id}/receive`, {
    lines: [{ lineId, quantity: 40, batchNumber: 'LOT-40', expiryDate: null }],
  })
  await expect(mine).toContainText('60 pcs outstanding, 40 pcs received (0 when you opened this)')
  // Even after a reload, the form knows the state in which it was filled in.
  await reloadOnceKept(page, 'LOT-40')
  await expect(mine).toContainText('60 pcs outstanding, 40 pcs received (0 when you opened this)')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog.getByRole('alert')).toContainText('40 pcs in all, 60 outstanding. Check the quantity')
  expect((await call(page.request, 'GET', `/inventory/${item.id}`)).quantity).toBe(45)

  // Somebody else cancels the order. The typed text stays, and the server's refusal gives the reason.
  await call(page.request, 'POST', `/purchase-orders/${order.id}/cancel`)
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(mine.getByLabel('Batch number')).toHaveValue('LOT-40')
  await expect(mine.getByLabel('Quantity')).toHaveValue('40')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`Order ${order.number} is cancelled.`)
})

test('the store issues to a patient by the whole MRN and takes back, and the ledger says whose it was', async ({
  browser,
}) => {
  dear('two people, and three dialogs of the store')
  const admin = await pageOf(browser, 'admin')
  const patient = await registered(admin)
  await admitted(admin, await bedIn(admin, 'GENERAL'), patient)
  const item = await itemOf(admin, { quantity: 3 })
  const keeper = await pageOf(browser, 'inventory')
  await keeper.goto(`/inventory/${item.id}`)
  const dialog = keeper.getByRole('dialog')
  const ledger = keeper.getByRole('table', { name: 'Movements, newest first' })

  await keeper.getByRole('button', { name: 'Issue', exact: true }).click()
  await dialog.getByLabel('Quantity').fill('3')
  await dialog.getByText('A patient', { exact: true }).click()
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a ward or a patient')
  const box = dialog.getByRole('textbox', { name: 'Patient' })
  await box.fill(patient.mrn)
  await box.press('Enter')
  await expect(dialog).toContainText(patient.lastName.toUpperCase())
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(
    keeper.getByText(new RegExp(`^3 pcs of ${item.name} issued to .*${patient.lastName}`)),
  ).toBeVisible()
  // The store keeper sees that it went to a patient, but not to which one.
  await expect(ledger.getByRole('row').nth(1)).toContainText('A patient')
  await expect(ledger.getByText(patient.lastName)).toHaveCount(0)

  await keeper.getByRole('button', { name: 'Return', exact: true }).click()
  await dialog.getByLabel('Quantity').fill('1')
  // The batch is empty, but can take back what the patient did not use.
  await choose(keeper, 'Batch', /, none left$/)
  await dialog.getByText('A patient', { exact: true }).click()
  await box.fill(patient.mrn)
  await box.press('Enter')
  await expect(dialog).toContainText(patient.lastName.toUpperCase())
  await dialog.getByRole('button', { name: /^Return/ }).click()
  await expect(dialog).toBeHidden()
  await expect(ledger.getByRole('row').nth(1)).toContainText('Returned')
  await expect(ledger.getByRole('row').nth(1)).toContainText(/\+1.*1/)

  await admin.goto(`/inventory/${item.id}`)
  const whole = admin.getByRole('table', { name: 'Movements, newest first' })
  await expect(whole.getByRole('row').nth(1)).toContainText(patient.lastName)
  await expect(whole.getByRole('row').nth(2)).toContainText(patient.lastName)
})
