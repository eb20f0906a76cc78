import { expect, type Page } from '@playwright/test'
import { call, pageOf, test, unique } from '../people.ts'
import { doctorOf, registered } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'

const chosen = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

test('a few letters and Tab or Enter fill in every box of a registration', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  await desk.goto('/patients/new')
  await desk.getByLabel('Date of Birth').fill('3 Feb 1984')
  const { keyboard } = desk

  // The server gives the number, so the Tab key skips it.
  await keyboard.press('Tab')
  await expect(chosen(desk, 'Gender')).toBeFocused()
  await keyboard.type('m')
  await keyboard.press('Tab')
  await expect(chosen(desk, 'Gender')).toHaveValue('Male')
  await expect(chosen(desk, 'Blood group')).toBeFocused()
  await keyboard.type('ab')
  await keyboard.press('Enter')
  await expect(chosen(desk, 'Blood group')).toHaveValue('AB+')

  // Another letter is another choice.
  await keyboard.press('Shift+Tab')
  await keyboard.type('f')
  await keyboard.press('Enter')
  await expect(chosen(desk, 'Gender')).toHaveValue('Female')
  await expect(desk.getByRole('listbox')).toHaveCount(0)

  // Any other text selects nothing and sends nothing.
  await keyboard.type('x')
  await keyboard.press('Enter')
  await expect(chosen(desk, 'Gender')).toHaveValue('x')
  await expect(desk.getByText('First name is required')).toHaveCount(0)
})

test('a whole name and Enter choose the patient, part of one the doctor, and nothing that was typed before', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const meant = await registered(desk)
  const other = await registered(desk)
  // This patient sorts first by name, but the name only contains the typed text.
  await registered(desk, { lastName: `A${meant.lastName.toLowerCase()}` })
  await desk.goto('/opd-queue/new')
  const { keyboard } = desk

  const patient = desk.getByRole('textbox', { name: 'Patient' })
  // The response for the first name comes late, and none of its patients is taken for the second.
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  await desk.route(`**/api/patients?search=${other.lastName}*`, async (route) => {
    await late
    await route.continue()
  })
  await patient.fill(other.lastName)
  await desk.waitForRequest(`**/api/patients?search=${other.lastName}*`)
  await patient.fill(meant.lastName)
  await keyboard.press('Enter')
  answer()
  await expect(patient).toHaveValue(new RegExp(meant.lastName, 'i'))
  await expect(desk.getByText(meant.mrn)).toBeVisible()

  await keyboard.press('Tab')
  await chosen(desk, 'Doctor').focus()
  await keyboard.type(doctor.lastName.slice(0, 6).toLowerCase())
  await keyboard.press('Enter')
  await expect(chosen(desk, 'Doctor')).toHaveValue(new RegExp(doctor.lastName))
  // The choice with Enter did not send the form.
  await expect(desk.getByText('Type is required')).toHaveCount(0)

  await chosen(desk, 'Type').focus()
  await keyboard.type('e')
  await keyboard.press('Tab')
  await expect(chosen(desk, 'Type')).toHaveValue('Emergency')
})

test('an item and a supplier are put on an order by part of their names', async ({ browser }) => {
  const store = await pageOf(browser, 'inventory')
  const item = await itemOf(store, { quantity: 9 })
  const name = `Supply ${unique()}`
  await call(store.request, 'POST', '/suppliers', { name, contact: null })
  await store.goto('/purchase-orders/new')
  const { keyboard } = store

  await chosen(store, 'Supplier').focus()
  await keyboard.type(name.slice(7).toLowerCase())
  await keyboard.press('Tab')
  await expect(chosen(store, 'Supplier')).toHaveValue(name)

  await chosen(store, 'Add an item').focus()
  await keyboard.type(item.name)
  await keyboard.press('Enter')
  await expect(store.getByRole('listitem').filter({ hasText: item.name })).toBeVisible()
  await expect(chosen(store, 'Add an item')).toHaveValue('')
})
