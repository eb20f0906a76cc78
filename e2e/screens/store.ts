import { expect, type Page } from '@playwright/test'
import { call, choose, unique } from '../people.ts'
import { dayFromNow, itemOf } from '../store-people.ts'
import { openScreen } from './open.ts'
import { everywhere, onPhones, type Tour } from './tour.ts'

export const storeTours: Tour[] = [
  { name: 'the store', by: 'admin', looks: everywhere, isOfEachChange: true, states: items },
  { name: 'the orders', by: 'admin', looks: everywhere, states: orders },
  { name: 'what is in the store', by: 'doctor', looks: everywhere, states: availability },
  { name: 'the lists of the store', by: 'inventory', looks: everywhere, states: lists },
  { name: 'the store on a phone', by: 'inventory', looks: onPhones, states: storeOnPhone },
  {
    name: 'the lists of the store with long names',
    by: 'inventory',
    looks: [...onPhones, { width: 1440, colorScheme: 'light' }],
    states: listsWithLongNames,
  },
]

/** A long name that can't be wrapped. */
const longName = () => `${unique()} ${'Unbreakablylongname'.repeat(4)}`

async function* items(page: Page) {
  const item = await itemOf(page)
  const dialog = page.getByRole('dialog')
  const alert = dialog.getByRole('alert')
  const closeDialog = async () => {
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await openScreen(page, '/inventory')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  yield 'the list'
  await openScreen(page, `/inventory?search=${item.name}&lowStock=true`)
  await expect(page.getByRole('table', { name: 'Inventory' })).toContainText('Low Stock')
  yield 'what is low'
  await openScreen(page, '/inventory?search=nothing+of+that+name')
  await expect(page.getByText('No item matches')).toBeVisible()
  yield 'an empty list'
  await openScreen(page, '/inventory/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  yield 'the form, with errors'

  await openScreen(page, `/inventory/${item.id}`)
  await expect(page.getByRole('img', { name: /^Stock of/ })).toBeVisible()
  yield 'an item'
  for (const [verb, wrong] of [
    ['Receive', ''],
    ['Issue', '99'],
    ['Return', ''],
    ['Adjust', ''],
    ['Dispose', ''],
  ] as const) {
    await page.getByRole('button', { name: verb, exact: true }).click()
    await dialog.getByLabel(/quantity/i).fill(wrong)
    await dialog.getByRole('button', { name: new RegExp(`^${verb}`) }).click()
    await expect(alert).toBeVisible()
    yield `${verb}, with errors`
    await closeDialog()
  }
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await dialog.getByLabel('Quantity').fill('26')
  await choose(page, 'Ward', 'ICU')
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(alert).toContainText('Only 5 pcs')
  yield 'Issue, more than is there'
  await closeDialog()

  await openScreen(page, `/inventory/${item.id}/edit`)
  await expect(page.getByRole('button', { name: 'Update Item' })).toBeVisible()
  yield 'an edit'
  await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  const { version } = await call(page.request, 'GET', `/inventory/${item.id}`)
  await call(
    page.request,
    'PUT',
    `/inventory/${item.id}`,
    { name: item.name, category: 'SUPPLIES', unit: 'kg', reorderLevel: 2.5, cost: 9, notes: 'Theirs' },
    { 'if-match': `"${version}"` },
  )
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('region', { name: /changed this item on/ })).toContainText('Theirs')
  yield 'an edit beside somebody else’s'
}

async function* orders(page: Page) {
  const item = await itemOf(page)
  const supplier = await call(page.request, 'POST', '/suppliers', { name: unique(), contact: null })
  const order = await call(page.request, 'POST', '/purchase-orders', {
    supplierId: supplier.id,
    notes: 'Before noon',
    lines: [{ inventoryItemId: item.id, quantity: 10, cost: 2.5 }],
  })
  const dialog = page.getByRole('dialog')
  await openScreen(page, '/purchase-orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  yield 'the list'
  await itemOf(page, { supplierId: supplier.id })
  await page.getByRole('button', { name: 'Reorder low stock' }).click()
  await expect(dialog).toContainText('Not ordered')
  yield 'what reordering would order'
  await openScreen(page, '/purchase-orders/new')
  await expect(page.getByRole('combobox', { name: 'Add an item' })).toBeVisible()
  yield 'a new order'
  await openScreen(page, `/purchase-orders/${order.id}`)
  await expect(page.getByRole('button', { name: 'Save Draft' })).toBeVisible()
  yield 'a draft'

  await call(page.request, 'POST', `/purchase-orders/${order.id}/send`)
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  yield 'a delivery, with errors'
  await dialog.getByLabel('Batch number').fill('LOT-1')
  await dialog.getByLabel('Expiry date').fill(dayFromNow(400))
  await dialog.getByLabel('Quantity').fill('13')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog.getByRole('alert')).toContainText('More than a tenth above what was ordered')
  yield 'a delivery of too much'
  await dialog.getByLabel('Quantity').fill('8')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(dialog).toBeVisible()
  yield 'cancelling'
  await openScreen(page, `/inventory/${item.id}`)
  await expect(page.getByRole('table', { name: 'Movements, newest first' })).toContainText('LOT-1')
  yield 'the item that came'
}

async function* availability(page: Page) {
  await openScreen(page, '/availability')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  yield 'the list'
  await page.getByLabel('Search the store by name').fill('gloves')
  await expect(page.getByRole('row', { name: /gloves/i }).first()).toBeVisible()
  yield 'what is searched'
}

async function* lists(page: Page) {
  const supplierOf = (contact: string | null) =>
    call(page.request, 'POST', '/suppliers', { name: unique(), contact })
  const [used, other] = [await supplierOf(null), await supplierOf('desk@harbour.example')]
  await itemOf(page, { supplierId: used.id })
  await openScreen(page, '/inventory?lists=suppliers')
  const dialog = page.getByRole('dialog', { name: 'Suppliers and Storage Locations' })
  const add = dialog.getByRole('form', { name: 'Add a supplier' })
  await add.getByLabel('Name').fill(used.name.toUpperCase())
  await add.getByLabel('Contact').fill('+1 206 555 0100')
  await add.getByRole('button', { name: 'Add Supplier' }).click()
  await expect(add.getByRole('alert')).toHaveText('This name is in the list already.')
  yield 'a name that is there already'

  const edit = dialog.getByRole('form', { name: /^Edit / })
  await dialog.getByRole('button', { name: `Edit ${used.name}` }).click()
  await edit.getByLabel('Name').fill(other.name)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByRole('alert')).toHaveText('This name is in the list already.')
  yield 'an edit to a name that is there already'
  await page.keyboard.press('Escape')
  await expect(edit).toHaveCount(0)

  await dialog.getByRole('button', { name: `Delete ${used.name}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete supplier' })
  await question.getByRole('button', { name: `Delete ${used.name}` }).click()
  await expect(question.getByRole('alert')).toContainText('can’t be deleted')
  yield 'a deletion that is refused'
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  await dialog.getByRole('button', { name: `Edit ${other.name}` }).click()
  await edit.getByLabel('Name').fill(unique())
  await call(
    page.request,
    'PUT',
    `/suppliers/${other.id}`,
    { name: unique(), contact: 'desk@harbour.example' },
    { 'if-match': `"${other.version}"` },
  )
  await edit.getByLabel('Name').press('Enter')
  await expect(edit.getByRole('region', { name: /changed this supplier on/ })).toBeVisible()
  yield 'an edit beside somebody else’s'
}

async function* storeOnPhone(page: Page) {
  const item = await itemOf(page, { name: longName() })
  for (const path of ['/inventory', `/inventory/${item.id}`, '/inventory/new', '/purchase-orders']) {
    await openScreen(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    yield path
  }
}

async function* listsWithLongNames(page: Page) {
  await call(page.request, 'POST', '/suppliers', { name: longName(), contact: 'a'.repeat(120) })
  for (const list of ['suppliers', 'locations']) {
    await openScreen(page, `/inventory?lists=${list}`)
    const dialog = page.getByRole('dialog', { name: 'Suppliers and Storage Locations' })
    await dialog
      .getByRole('button', { name: /^Edit / })
      .last()
      .click()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
    yield list
  }
}
