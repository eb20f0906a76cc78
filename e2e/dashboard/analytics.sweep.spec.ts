import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { call, dear, pageOf, test } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'

/** The figure of a card, once it has loaded. */
async function figure(page: Page, label: string): Promise<number> {
  const said = page
    .getByRole('link', { name: new RegExp(`^${label}`) })
    .locator('span')
    .nth(1)
  await expect(said).toHaveText(/^[\d,]+$/)
  return Number((await said.textContent())?.replaceAll(',', ''))
}

test('a period’s figures change as the desk works, and each leads to the list that it counts', async ({
  browser,
}) => {
  dear('three people, and the list behind each figure')
  const desk = await pageOf(browser, 'receptionist')
  const admin = await pageOf(browser, 'admin')
  const { doctor } = await doctorOf(browser)
  const day = await hospitalDay(desk)
  const booking = await booked(desk, await registered(desk), doctor, { time: '08:00' })
  await booked(desk, await registered(desk), doctor, { time: '08:20' })

  await admin.goto('/dashboard')
  await admin.getByRole('link', { name: 'Analytics' }).click()
  await admin.getByRole('radiogroup', { name: 'Period', exact: true }).getByText('7 days').click()
  await expect(admin).toHaveURL(/days=7/)
  const before = await figure(admin, 'Not Attended')
  const row = admin.getByRole('row', { name: new RegExp(doctor.lastName) })
  await expect(row.getByRole('cell').nth(1)).toHaveText('2')

  await call(desk.request, 'PUT', `/appointments/${booking.id}`, {
    status: 'CANCELLED',
    cancelReason: 'DID_NOT_ATTEND',
  })
  await expect(row.getByRole('cell').nth(4)).toHaveText('1')
  expect(await figure(admin, 'Not Attended')).toBe(before + 1)

  await row.getByRole('cell').nth(4).getByRole('link').click()
  await expect(admin.getByRole('heading', { name: 'Appointments', level: 1 })).toBeVisible()
  await expect(admin.getByText('Showing 1 to 1 of 1 appointments')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Remove the filter: Did not attend' })).toBeVisible()
  await expect(admin.getByRole('table').getByRole('row').nth(1)).toContainText('Did not attend')
  // Without the filter, both are there.
  await admin.getByRole('radiogroup', { name: 'Status' }).getByText('All', { exact: true }).click()
  await expect(admin.getByText('Showing 1 to 2 of 2 appointments')).toBeVisible()
  await admin.goBack()
  await admin.goBack()
  await expect(admin).toHaveURL(/\/analytics\?days=7/)

  const byDoctor = admin.getByRole('region', { name: 'By Doctor' })
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    byDoctor.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toContain('Doctor,Booked,Seen,Cancelled,Not attended')
  expect(lines.some((line) => line.includes(doctor.lastName) && line.includes(',2,0,0,1,'))).toBe(true)

  await admin.getByRole('button', { name: 'Choose dates' }).click()
  await admin.getByRole('textbox', { name: 'First day' }).fill(day)
  await admin.keyboard.press('Enter')
  await expect(admin).toHaveURL(new RegExp(`from=${day}`))
  // Choosing the present days again still counts as a choice.
  await admin.getByRole('button', { name: 'Choose dates' }).click()
  await admin.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(admin.getByRole('textbox', { name: 'First day' })).toBeHidden()
})

test('the occupancy of a ward in a period that is over leads to its beds as they were', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin')
  const [first, last] = [await hospitalDay(admin, -3), await hospitalDay(admin, -1)]
  await admin.goto(`/analytics?from=${first}&to=${last}`)
  const ward = admin.getByRole('region', { name: 'By Ward' }).getByRole('row', { name: /^ICU/ })
  await ward.getByRole('cell').nth(1).getByRole('link').click()
  await expect(admin).toHaveURL(new RegExp(`/beds.*at=${last}T12(:|%3A)00`))
  await expect(admin).toHaveURL(/ward=ICU/)
  await expect(admin.getByRole('article', { name: /^Bed / }).first()).toBeVisible()
})

test('a store keeper sees what the store was worth and what was used of it, each with its movements', async ({
  browser,
}) => {
  const keeper = await pageOf(browser, 'inventory')
  const item = await itemOf(keeper)
  await keeper.goto('/dashboard')
  await keeper.getByRole('link', { name: 'Analytics' }).click()
  await expect(keeper.getByRole('link', { name: /^Total Value/ })).toContainText('$')
  await expect(keeper.getByRole('heading', { level: 2, name: /^(Appointments|Wards)$/ })).toHaveCount(0)

  const used = keeper.getByRole('link', { name: /^Used/ }).first()
  const before = (await used.textContent()) ?? ''
  await call(keeper.request, 'POST', `/inventory/${item.id}/movements`, {
    kind: 'ISSUE',
    quantity: 2,
    ward: 'ICU',
  })
  await expect(used).not.toHaveText(before)
  await used.click()
  await expect(keeper.getByRole('heading', { name: 'Stock Movements', level: 1 })).toBeVisible()
  await expect(keeper.getByRole('button', { name: 'Remove the filter: Issued or Returned' })).toBeVisible()
  const table = keeper.getByRole('table', { name: 'Stock movements, newest first' })
  const newest = table.getByRole('row').nth(1)
  await expect(newest).toContainText(item.name)
  await expect(newest).toContainText('ICU')
  await expect(newest).toContainText('−$5.00')

  await keeper.getByRole('radiogroup', { name: 'Movement' }).getByText('Adjusted', { exact: true }).click()
  await expect(newest).not.toContainText(item.name)
  await keeper.getByRole('radiogroup', { name: 'Movement' }).getByText('All', { exact: true }).click()
  const [download] = await Promise.all([
    keeper.waitForEvent('download'),
    keeper.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toContain('Item,Category,Movement')
  // Other stories move stock at the same time.
  expect(lines.find((line) => line.includes(item.name))).toContain(',ISSUE,')
  // The item has two movements: five came, and two went.
  await keeper.goto(`/inventory/movements?to=${await hospitalDay(keeper)}&item=${item.id}`)
  await expect(keeper.getByRole('button', { name: `Remove the filter: ${item.name}` })).toBeVisible()
  await expect(keeper.getByText('Showing 1 to 2 of 2 movements')).toBeVisible()
})

test('the report of a week is one sheet of paper, with the hospital’s name and who printed it', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin')
  await admin.goto('/dashboard')
  await admin.getByRole('link', { name: 'Weekly Report' }).click()
  const days = admin.getByRole('table').first()
  await expect(days.getByRole('row')).toHaveCount(8)
  await expect(days.getByRole('row').nth(1)).toContainText('Mon')
  const span = admin.locator('header').getByText(/\d{4} to \d/)
  const week = await span.textContent()
  await admin.getByRole('button', { name: 'Previous week' }).click()
  await expect(span).not.toHaveText(week ?? '')

  const booked = await days.getByRole('row').nth(3).getByRole('cell').nth(1).textContent()
  await days.getByRole('row').nth(3).getByRole('cell').nth(1).getByRole('link').click()
  await expect(admin.getByText(`of ${booked} appointments`)).toBeVisible()
  await admin.goBack()

  // Future days have no figures, in the chart as in the table.
  const chart = admin.getByRole('img', { name: /^Occupancy/ }).locator('[class*="number"]')
  await expect(chart).toHaveCount(7)
  await admin.getByRole('button', { name: 'Next week' }).click()
  await admin.getByRole('button', { name: 'Next week' }).click()
  const known = days.getByRole('row').filter({ has: admin.getByRole('cell').last().getByText('%') })
  await expect(days.getByRole('row').nth(1)).toContainText('%')
  await expect(chart).toHaveCount(await known.count())
  await admin.getByRole('button', { name: 'Previous week' }).click()

  await admin.evaluate('window.print = () => {}')
  await admin.getByRole('button', { name: 'Print' }).click()
  const sheet = admin.locator('[data-print-sheet]')
  await expect(sheet.locator('svg[role="img"]')).toHaveCount(2)
  await admin.emulateMedia({ media: 'print' })
  await expect(sheet).toContainText('St. Elmo General Hospital')
  await expect(sheet).toContainText('Printed by Grace Okafor')
  await expect(sheet).toContainText(/Clinics: places booked (\d+%|–), no-shows (\d+%|–), median lead time/)
  const pdf = await admin.pdf({ preferCSSPageSize: true, format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await admin.emulateMedia({ media: 'screen' })
  await admin.evaluate('window.dispatchEvent(new Event("afterprint"))')
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(9)
  expect(lines.at(-1)).toMatch(/^Week,/)
})
