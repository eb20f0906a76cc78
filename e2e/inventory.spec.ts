import { expect } from '@playwright/test'
import { call, choose, dear, pageOf, reloadOnceKept, signIn, test, unique } from './people.ts'
import { openScreen } from './screens/open.ts'
import { dayFromNow, itemOf } from './store-people.ts'

test('what is low is ordered, received in parts, issued and disposed of, and the ledger says so', async ({
  browser,
  page,
}) => {
  dear('it goes through the whole life of an order')
  await signIn(page, 'inventory')
  const supplier = await call(page.request, 'POST', '/suppliers', { name: unique(), contact: null })
  const item = await itemOf(page, { supplierId: supplier.id })

  // The new item is low, and in the list of low items.
  await page.goto('/inventory')
  await page.getByLabel('Search the inventory by name').fill(item.name)
  // The address keeps the filter and the search, and the page shows them.
  await page.getByLabel('Show only low stock items').click()
  await expect(page.getByLabel('Show only low stock items')).toBeChecked()
  await expect(page).toHaveURL(/lowStock=true/)
  await expect(page.getByText('Showing 1 of 1 items')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Inventory' })).toContainText('Low Stock')

  // The preview shows the orders by supplier, and the items that are left out.
  const unsupplied = await itemOf(page)
  await openScreen(page, '/purchase-orders')
  await page.getByRole('button', { name: 'Reorder low stock' }).click()
  const preview = page.getByRole('dialog', { name: 'Reorder low stock' })
  const planned = preview.getByRole('table', { name: `To order from ${supplier.name}` })
  await expect(planned.getByRole('row')).toHaveCount(2)
  for (const fact of [item.name, '5 pcs', '15 pcs', '$2.50', '$37.50'])
    await expect(planned).toContainText(fact)
  await expect(preview.getByRole('listitem').filter({ hasText: unsupplied.name })).toContainText(
    'No supplier',
  )

  // Another item of the supplier becomes low. It is not ordered before it was shown.
  const agree = preview.getByRole('button', { name: /^(Create|Add to) / })
  const second = await itemOf(page, { supplierId: supplier.id })
  await agree.click()
  const changed = preview.getByRole('region', { name: 'The preview has changed' })
  await expect(changed).toBeFocused()
  await expect(changed).toContainText('Nothing was ordered.')
  await expect(planned).toContainText(second.name)
  // Other stories move stock, too, so their changes must also be shown and agreed to.
  await expect(async () => {
    await agree.click({ timeout: 1000 })
    await expect(preview).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText(/^\d+ draft orders? (created|extended)/)).toBeVisible()
  await openScreen(page, '/purchase-orders?status=DRAFT')
  await page
    .getByRole('row', { name: new RegExp(supplier.name) })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: `Remove ${second.name}` }).click()
  await expect(page.getByRole('textbox', { name: `Quantity of ${item.name}` })).toHaveValue('15')
  await page.getByRole('textbox', { name: `Quantity of ${item.name}` }).fill('20')
  // The draft is there again after a reload.
  await reloadOnceKept(page, /[":]20[",}]/)
  await expect(page.getByRole('textbox', { name: `Quantity of ${item.name}` })).toHaveValue('20')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText(/^Order PO\d+ updated$/)).toBeVisible()
  await page.getByRole('button', { name: 'Mark as Sent', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Mark PO\d+ as sent/ })
    .click()
  await expect(page.getByText(/^Order PO\d+ marked as sent$/)).toBeVisible()

  // Somebody else has the order open at the same time.
  const other = await pageOf(browser, 'admin')
  await other.goto(page.url())
  await expect(other.getByRole('cell', { name: '20', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('20')
  await dialog.getByLabel('Batch number').fill('LOT-1')
  await dialog.getByLabel('Expiry date').fill('1 Jan 2020')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'This expiry has passed. Expired stock can’t be received.',
  )
  await dialog.getByLabel('Expiry date').fill(dayFromNow(400))
  await dialog.getByLabel('Quantity').fill('23')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog.getByRole('alert')).toContainText('More than a tenth above what was ordered')
  await dialog.getByLabel('Quantity').fill('8')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(page.getByText(/^Part of order PO\d+ received$/)).toBeVisible()
  await expect(other.getByRole('cell', { name: '12', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(dialog.getByLabel('Quantity')).toHaveValue('12')
  await dialog.getByLabel('Batch number').fill('LOT-2')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(page.getByText(/^Order PO\d+ received$/)).toBeVisible()
  await other.context().close()

  // The order's link leads to the item, and stock is issued from the batch that expires first.
  await page.getByRole('link', { name: item.name }).click()
  await expect(page.getByRole('heading', { name: item.name })).toBeVisible()
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(dialog).toContainText('Earliest expiry: LOT-1')
  await dialog.getByLabel('Quantity').fill('26')
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a ward')
  await choose(page, 'Ward', 'ICU')
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(dialog.getByRole('alert')).toContainText(`Only 25 pcs of ${item.name} in stock`)
  await dialog.getByLabel('Quantity').fill('6')
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(
    page.getByText(new RegExp(`^6 pcs of ${item.name} issued to ICU from batch LOT-1$`)),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Dispose', exact: true }).click()
  await dialog.getByLabel('Quantity').fill('2')
  await choose(page, 'Batch', /^LOT-1/)
  await choose(page, 'Cause', 'Damaged')
  await dialog.getByRole('button', { name: /^Dispose/ }).click()
  await expect(dialog).toBeHidden()
  const ledger = page.getByRole('table', { name: 'Movements, newest first' })
  await expect(ledger.getByRole('row')).toHaveCount(6)
  await expect(ledger.getByRole('row').nth(1)).toContainText('Disposed of, damaged')
  await expect(ledger.getByRole('row').nth(1)).toContainText('17')
  await expect(ledger.getByRole('row').nth(2)).toContainText('ICU')

  // The count is entered, and the difference is shown. Somebody takes a piece at the same time.
  await page.getByRole('button', { name: 'Adjust', exact: true }).click()
  await choose(page, 'Batch', /^LOT-2/)
  await dialog.getByLabel('Counted quantity').fill('14')
  await expect(dialog).toContainText('Counted 14, on record 12: 2 more')
  await dialog.getByLabel('Reason').fill('Yearly count')
  await call(page.request, 'POST', `/inventory/${item.id}/movements`, {
    kind: 'ISSUE',
    quantity: 6,
    ward: 'ICU',
  })
  await expect(dialog).toContainText(
    'The stock has moved: 12 on record before. Counted 14, on record 11: 3 more',
  )
  await dialog.getByRole('button', { name: /^Adjust/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('11 pcs are on record now')
  await dialog.getByRole('button', { name: /^Adjust/ }).click()
  await expect(dialog).toBeHidden()
  await expect(ledger.getByRole('row').nth(1)).toContainText('+3')
  await expect(ledger.getByRole('row').nth(1)).toContainText('Yearly count')
})

test('what is typed into an order stays when a colleague sends it, until it is discarded', async ({
  browser,
}) => {
  dear('two people, and two reloads')
  const [keeper, colleague] = [await pageOf(browser, 'inventory'), await pageOf(browser, 'admin')]
  const supplier = await call(keeper.request, 'POST', '/suppliers', { name: unique(), contact: null })
  const item = await itemOf(keeper)
  const drafted = () =>
    call(keeper.request, 'POST', '/purchase-orders', {
      supplierId: supplier.id,
      notes: null,
      lines: [{ inventoryItemId: item.id, quantity: 20, cost: 2.5 }],
    })
  const order = await drafted()
  const notes = keeper.getByRole('textbox', { name: 'Notes' })
  const ended = keeper.getByText(/^This order was .* while you were editing$/)
  const lines = keeper.getByRole('table', { name: /^Lines of order/ })
  await keeper.goto(`/purchase-orders/${order.id}`)
  await notes.fill('Ring before delivery')
  await keeper.getByRole('link', { name: 'Purchase Orders' }).first().click()
  await expect(keeper).toHaveURL(/purchase-orders$/)
  await call(colleague.request, 'POST', `/purchase-orders/${order.id}/send`)
  await keeper.goBack()
  await expect(ended).toHaveText('This order was sent while you were editing')
  await expect(notes).toHaveValue('Ring before delivery')
  await reloadOnceKept(keeper, 'Ring before delivery')
  await expect(ended).toBeVisible()
  await expect(notes).toHaveValue('Ring before delivery')
  await expect(keeper.getByRole('button', { name: 'Save Draft' })).toBeDisabled()
  await keeper.getByRole('button', { name: 'Discard changes' }).click()
  await expect(lines).toBeVisible()
  await expect(keeper.getByRole('main')).toBeFocused()
  await keeper.reload()
  await expect(lines).toBeVisible()
  await expect(ended).toBeHidden()

  // The person who cancels the order is not notified.
  const own = await drafted()
  await openScreen(keeper, `/purchase-orders/${own.id}`)
  await notes.fill('Ring first')
  await keeper.getByRole('button', { name: 'Cancel Order' }).click()
  await keeper.getByRole('button', { name: `Cancel ${own.number}` }).click()
  await expect(lines).toBeVisible()
  await keeper.reload()
  await expect(lines).toBeVisible()
  await expect(ended).toBeHidden()
})

test('an item is added with the words of the form, edited beside somebody else, and deleted when empty', async ({
  page,
}) => {
  dear('two people, and two long forms')
  await signIn(page, 'inventory')
  const name = unique()
  await page.goto('/inventory/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  for (const message of ['Name', 'Category', 'Quantity', 'Unit', 'Reorder level', 'Cost']) {
    await expect(page.getByRole('link', { name: `${message} is required`, exact: true })).toBeVisible()
  }
  await page.getByLabel('Name').fill(name)
  await choose(page, 'Category', 'Supplies')
  await choose(page, 'Unit', 'kg')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('1e309')
  await page.getByRole('textbox', { name: 'Reorder Level' }).fill('-1')
  await page.getByRole('textbox', { name: 'Cost' }).fill('1.234')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(page.getByRole('alert')).toContainText('Must be a number')
  await expect(page.getByRole('alert')).toContainText('Can’t be negative')
  await expect(page.getByRole('alert')).toContainText('At most 2 decimals')
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('0')
  await page.getByRole('textbox', { name: 'Reorder Level' }).fill('2.5')
  await page.getByRole('textbox', { name: 'Cost' }).fill('1.20')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(page.getByText('Item added successfully')).toBeVisible()
  await expect(page).toHaveURL('/inventory')

  await page.getByLabel('Search the inventory by name').fill(name)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  const [item] = (await call(page.request, 'GET', `/inventory?search=${name}`)).items
  const theirs = await call(
    page.request,
    'PUT',
    `/inventory/${item.id}`,
    { name, category: 'supplies', unit: 'kg', reorderLevel: 2.5, cost: 9, notes: 'Theirs' },
    { 'if-match': `"${item.version}"` },
  )
  expect(theirs.category).toBe('SUPPLIES')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('region', { name: /changed this item on/ })).toContainText('Theirs')
  await expect(page.getByRole('textbox', { name: 'Cost' })).toHaveValue('9.00')
  await page.getByRole('button', { name: 'Update Item' }).click()
  await expect(page.getByText('Item updated successfully')).toBeVisible()

  await openScreen(page, `/inventory?search=${name}`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await expect(page.getByText('Item deleted successfully')).toBeVisible()
  await expect(page.getByText('No item matches')).toBeVisible()
})

test('a doctor sees only whether something is available, and sees it change', async ({ browser, page }) => {
  const keeper = await pageOf(browser, 'inventory')
  const item = await itemOf(keeper, { quantity: 0 })
  await signIn(page, 'doctor')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Inventory' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Stock Availability', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Stock Availability' })).toBeVisible()
  // The whole store can be looked through, a page at a time.
  await expect(page.getByText(/^Showing 1 to 20 of [\d,]+ items$/)).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText(/^Showing 21 to \d+ of [\d,]+ items$/)).toBeVisible()
  await page.getByLabel('Search the store by name').fill(item.name)
  await expect(page.getByRole('row', { name: new RegExp(item.name) })).toContainText('Not available')
  await call(keeper.request, 'POST', `/inventory/${item.id}/movements`, {
    kind: 'RECEIVE',
    quantity: 3,
    batchNumber: 'A1',
    expiryDate: dayFromNow(200),
  })
  await expect(page.getByRole('row', { name: new RegExp(item.name) })).toContainText('Available')
  await openScreen(page, '/inventory')
  await expect(page.getByText("You don't have permission to view this page")).toBeVisible()
  await keeper.context().close()
})
