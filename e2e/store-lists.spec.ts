import { expect, type Page } from '@playwright/test'
import { call, contextOf, dear, pageOf, reloadOnceKept, signIn, test, unique } from './people.ts'
import { openScreen } from './screens/open.ts'
import { itemOf } from './store-people.ts'

const supplierOf = (page: Page, contact: string | null = null) =>
  call(page.request, 'POST', '/suppliers', { name: unique(), contact })

const lists = (page: Page) => page.getByRole('dialog', { name: 'Suppliers and Storage Locations' })

test('a supplier’s name is in the list once, changes for everybody at once, and stays while an item has it', async ({
  browser,
  page,
}) => {
  dear('two people on two lists')
  await signIn(page, 'inventory')
  const [used, known] = [await supplierOf(page), await supplierOf(page)]
  const item = await itemOf(page, { supplierId: used.id })
  // Somebody has an item from the supplier open, and the new name appears there.
  const other = await pageOf(browser, 'receptionist')
  await other.goto(`/inventory/${item.id}`)
  await expect(other.getByText(used.name, { exact: true })).toBeVisible()
  await page.goto('/inventory?lists=suppliers')
  const dialog = lists(page)

  // A name that exists already is refused beside the field, and the typed text stays.
  const add = dialog.getByRole('form', { name: 'Add a supplier' })
  await add.getByRole('button', { name: 'Add Supplier' }).click()
  await expect(add.getByRole('alert')).toHaveText('Name is required')
  await expect(add.getByLabel('Name')).toBeFocused()
  await add.getByLabel('Name').fill(used.name.toUpperCase())
  await add.getByLabel('Contact').fill('+1 206 555 0100')
  await add.getByRole('button', { name: 'Add Supplier' }).click()
  await expect(add.getByRole('alert')).toHaveText('This name is in the list already.')
  await expect(add.getByLabel('Name')).toBeFocused()
  const renamed = unique()
  await dialog.getByRole('button', { name: `Edit ${used.name}` }).click()
  const edit = dialog.getByRole('form', { name: `Edit ${used.name}` })
  await edit.getByLabel('Name').fill(known.name)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByRole('alert')).toHaveText('This name is in the list already.')
  await edit.getByLabel('Name').fill(renamed)
  // After a reload, the dialog is open at its address with both texts, and so is the edit.
  await reloadOnceKept(page, renamed)
  await expect(add.getByLabel('Name')).toHaveValue(used.name.toUpperCase())
  await expect(add.getByLabel('Contact')).toHaveValue('+1 206 555 0100')
  await expect(edit.getByLabel('Name')).toHaveValue(renamed)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${renamed} updated`)).toBeVisible()
  // The item's batch names the supplier.
  await expect(other.getByText(`each, ${renamed}`)).toBeVisible()
  await expect(other.getByText(used.name)).toHaveCount(0)

  const question = page.getByRole('dialog', { name: 'Delete supplier' })
  await dialog.getByRole('button', { name: `Delete ${renamed}` }).click()
  await question.getByRole('button', { name: `Delete ${renamed}` }).click()
  await expect(question.getByRole('alert')).toContainText(`${renamed} can’t be deleted: items of the store`)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('button', { name: `Delete ${renamed}` })).toBeFocused()
})

test('storage locations are kept with the keyboard alone', async ({ page }) => {
  await signIn(page, 'inventory')
  const [first, second] = [unique(), unique()]
  await page.goto('/inventory')
  const button = page.getByRole('button', { name: 'Suppliers and Locations' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = lists(page)
  await expect(dialog.getByRole('tab', { name: 'Suppliers' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/lists=locations/)
  await expect(dialog.getByRole('tab', { name: 'Storage Locations', selected: true })).toBeFocused()
  const name = dialog.getByRole('tabpanel', { name: 'Storage Locations' }).getByRole('textbox').first()
  await expect(name).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: first })).toBeVisible()

  await dialog.getByRole('button', { name: `Edit ${first}` }).focus()
  await page.keyboard.press('Enter')
  // The name is selected, so that typing replaces it. Escape cancels the edit, and the dialog stays.
  await page.keyboard.type('Not this one')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: `Edit ${first}` })).toBeFocused()
  await expect(dialog.getByText('Not this one')).toHaveCount(0)
  await expect(page).toHaveURL(/lists=locations/)
  await page.keyboard.press('Enter')
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: `Edit ${second}` })).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete storage location' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: second })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/inventory')
  await expect(button).toBeFocused()
})

test('two who rename the same supplier see each other’s, and nothing typed is lost', async ({
  browser,
  page,
}) => {
  await signIn(page, 'inventory')
  const supplier = await supplierOf(page, 'desk@harbour.example')
  const admin = await contextOf(browser, 'admin')
  await page.goto('/inventory?lists=suppliers')
  const dialog = lists(page)
  await dialog.getByRole('button', { name: `Edit ${supplier.name}` }).click()
  const [mine, theirs] = [unique(), unique()]
  const edit = dialog.getByRole('form', { name: /^Edit / })
  const name = edit.getByRole('textbox', { name: 'Name' })
  await name.fill(mine)
  const path = `/suppliers/${supplier.id}`
  await call(admin.request, 'PUT', path, { name: theirs, contact: null }, { 'if-match': '"1"' })

  await name.press('Enter')
  const conflict = edit.getByRole('region', { name: /changed this supplier on/ })
  await expect(conflict).toBeFocused()
  await expect(conflict).toContainText(theirs)
  await expect(name).toHaveValue(mine)
  // Choosing the colleague's changes puts them into the fields, where they can be edited.
  await conflict.getByText('Use their changes').first().click()
  await expect(name).toHaveValue(theirs)
  await name.fill(mine)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: `Edit ${mine}` })).toBeFocused()
})

test('who only looks at the store keeps no lists, and changes nothing', async ({ page }) => {
  await signIn(page, 'receptionist')
  await page.goto('/inventory?lists=suppliers')
  await expect(page.getByRole('table', { name: 'Inventory' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suppliers and Locations' })).toHaveCount(0)
  await expect(lists(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add Item' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Issue / })).toHaveCount(0)
  await openScreen(page, '/inventory/new')
  await expect(page.getByText("You don't have permission to view this page")).toBeVisible()
})

test('a list that can’t be read says so, and reads again', async ({ page }) => {
  await signIn(page, 'inventory')
  const supplier = await supplierOf(page)
  await page.route('**/api/suppliers', (route) => route.abort())
  await page.goto('/inventory?lists=suppliers')
  const dialog = lists(page)
  await expect(dialog.getByRole('alert')).toContainText('The suppliers could not be loaded')
  await page.unroute('**/api/suppliers')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText(supplier.name)).toBeVisible()
})
