import { expect, type Page } from '@playwright/test'
import { call, contextOf, dear, pageOf, test, unique } from '../people.ts'

/** A demo request, from the form on the About page to the administrator's list. */

async function fill(page: Page, hospital: string) {
  await page.getByLabel('Name', { exact: true }).fill('Rosa Lindgren')
  await page.getByLabel('Hospital or clinic').fill(hospital)
  await page.getByLabel('E-mail', { exact: true }).fill('rosa@harbour.test')
}
const ask = (page: Page) => page.getByRole('button', { name: 'Request a Demo' })

test('a request for a demo arrives on the administrator’s screen, and is marked as handled', async ({
  browser,
  page,
}) => {
  dear('a visitor and an administrator')
  const hospital = `Clinic ${unique()}`
  const admin = await pageOf(browser, 'admin')
  await admin.goto('/dashboard')
  await expect(admin.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto('/About')
  await page.getByRole('link', { name: 'Request a Demo' }).click()
  await fill(page, hospital)
  await page.getByLabel('What would you like to see?').fill('A ward of forty beds')
  await ask(page).click()
  await expect(page.getByRole('status')).toContainText('Thank you, Rosa Lindgren')
  await expect(page.getByRole('status')).toBeFocused()

  // The administrator's screen shows it without a press, and the bell leads to the request.
  await expect(
    admin.getByRole('status').filter({ hasText: `New notification: Demo requested: ${hospital}` }),
  ).toHaveCount(1)
  await admin.getByRole('button', { name: /^Notifications/ }).click()
  const news = admin.getByRole('region', { name: 'Notifications' })
  const [link, many] = [
    news.getByRole('link', { name: `Demo requested: ${hospital}` }),
    news.getByRole('button', { name: /demos were requested/ }),
  ]
  await expect(link.or(many).first()).toBeVisible()
  if (await many.isVisible()) await many.click()
  await link.click()
  await expect(admin).toHaveURL(/\/demo-requests\?handled=no$/)
  const row = admin.getByRole('row', { name: new RegExp(hospital) })
  await expect(row).toContainText('A ward of forty beds')
  await row.getByRole('button', { name: `Mark as handled: ${hospital}` }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(admin.getByRole('main')).toBeFocused()
  await admin.getByRole('radiogroup', { name: 'Status' }).getByText('Handled').click()
  await expect(row.getByText('Handled', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: `Reopen: ${hospital}` })).toBeVisible()
  // A request that has been handled is no longer in the notifications.
  await admin.getByRole('button', { name: /^Notifications/ }).click()
  await expect(news).toBeVisible()
  await expect(news.getByText(`Demo requested: ${hospital}`)).toHaveCount(0)
})

test('what is wrong is said beside its field, nothing that was typed is lost, and pressed again it is one request', async ({
  browser,
  page,
}) => {
  const hospital = `Clinic ${unique()}`
  await page.goto('/About')
  await page.getByLabel('Name', { exact: true }).fill('Rosa Lindgren')
  await page.getByLabel('E-mail', { exact: true }).fill('rosa at harbour')
  await ask(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert).toContainText('2 fields need attention')
  await expect(page.getByLabel('Hospital or clinic')).toHaveAccessibleDescription(
    'Hospital or clinic is required',
  )
  await alert.getByRole('link', { name: /e-mail address/ }).click()
  await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused()

  await fill(page, hospital)
  // The request arrives, but its response does not.
  await page.route(
    '/api/demo-requests',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await ask(page).dblclick()
  await expect(alert).toContainText('nothing is sent twice')
  await expect(alert).toContainText('desk@st-elmo.example')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rosa Lindgren')
  await expect(page.getByLabel('Hospital or clinic')).toHaveValue(hospital)
  await ask(page).click()
  await expect(page.getByRole('status')).toContainText('Your request has arrived')
  const admin = await contextOf(browser, 'admin')
  const { items } = await call(admin.request, 'GET', '/demo-requests')
  expect(items.filter((one: { hospital: string }) => one.hospital === hospital)).toHaveLength(1)
})
