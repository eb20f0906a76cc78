import { expect, type Locator, type Page } from '@playwright/test'
import { bedIn, fillAdmission } from '../bed-people.ts'
import { dear, pageOf, signIn, test } from '../people.ts'
import { registered } from '../queue-people.ts'

const widths = [390, 768, 1440]

/** The current message. It gets the focus, so that it stays during the check. */
async function heldMessage(page: Page, text: string): Promise<Locator> {
  const message = page.locator('[role="status"], [role="alert"]').filter({
    has: page.getByRole('button', { name: 'Close message' }),
  })
  await expect(message).toHaveCount(1)
  await expect(message).toContainText(text)
  await message.getByRole('button', { name: 'Close message' }).focus()
  return message
}

/** A script for the browser that lists what is under the message. Elements scrolled behind the header don't count. */
const underIt = (these: string) => `{
  const message = document.querySelector('[aria-label="Close message"]').parentElement
  const own = message.getBoundingClientRect()
  const header = document.querySelector('header').getBoundingClientRect().bottom
  const isUnder = (one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect()
    const begins = one.closest('main') ? Math.max(top, header) : top
    const wide = Math.min(right, own.right) - Math.max(left, own.left)
    return wide > 1 && Math.min(bottom, own.bottom) - Math.max(begins, own.top) > 1
  }
  const found = [...document.querySelectorAll(${JSON.stringify(these)})]
  found
    .filter((one) => !message.contains(one) && one.checkVisibility() && isUnder(one))
    .map((one) => one.textContent || one.getAttribute('aria-label'))
}`

/** Which of these elements are visible and under the message, at any width and scroll position. */
async function coveredBy(message: Locator, these: string): Promise<string[]> {
  const page = message.page()
  const covered: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const share of [0, 0.1, 0.3, 1]) {
      await page.evaluate(`scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${share})`)
      const under: string[] = await page.evaluate(underIt(these))
      covered.push(...under.map((what) => `${width} px: ${what}`))
    }
    const box = await message.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, `seen whole at ${width} px`).toBe(true)
  }
  return covered
}

const identityAndActions = 'section[aria-label="Patient"], main a, main button, main input'

test('a message covers neither who it is about nor what can be done next, at any width, and one that lies over the page is found', async ({
  browser,
  page: desk,
}) => {
  dear('it looks at every width')
  await signIn(desk, 'receptionist')
  const patient = await registered(desk)
  const bed = await bedIn(await pageOf(browser, 'admin'), 'GENERAL')

  // A repeated failure is shown once, and disappears when the third try succeeds.
  await desk.goto(`/patients/edit/${patient.id}`)
  await desk.getByLabel('Address').fill('2 Lamp Street')
  const update = desk.getByRole('button', { name: 'Update Patient' })
  await desk.route(`**/api/patients/${patient.id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await update.click()
  await expect(desk.getByText('Submission failed')).toBeVisible()
  await update.click()
  await expect(update).toHaveAttribute('aria-busy', 'false')
  const failed = await heldMessage(desk, 'Submission failed')
  expect(await coveredBy(failed, identityAndActions)).toEqual([])
  await desk.unroute(`**/api/patients/${patient.id}`)
  await update.click()
  const saved = await heldMessage(desk, 'updated successfully')
  await expect(desk.getByText('Submission failed')).toHaveCount(0)
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(patient.lastName.toUpperCase())
  // The message is short: on a phone it covers neither the menu, the bell nor the user's own menu.
  expect(await coveredBy(saved, `${identityAndActions}, header button`)).toEqual([])

  // A dialog opens without messages above it; its failures are shown in it, beside its buttons.
  await desk.getByRole('button', { name: 'Admit Patient' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(saved).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Ward' }).click()
  await desk.getByRole('option', { name: /^General Ward/ }).click()
  await dialog.getByText(bed.bedNumber, { exact: true }).click()
  await fillAdmission(desk, 'Observation')
  await desk.route('**/api/admissions', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something failed on the server' } }),
  )
  await dialog.getByRole('button', { name: /^Admit/ }).click()
  const refused = await heldMessage(desk, 'Something failed on the server')
  expect(await coveredBy(refused, '[role="dialog"] button, [role="dialog"] h2')).toEqual([])
  await desk.unroute('**/api/admissions')
  await dialog.getByRole('button', { name: /^Admit/ }).click()
  const admitted = await heldMessage(desk, 'Bed status updated to occupied')
  await expect(refused.filter({ hasText: 'Something failed' })).toHaveCount(0)
  expect(await coveredBy(admitted, identityAndActions)).toEqual([])

  await admitted.evaluate((message) => {
    message.parentElement?.style.setProperty('inset', '0')
    message.style.setProperty('position', 'fixed')
    message.style.setProperty('inset', '60px 0 0 0')
  })
  expect(await coveredBy(admitted, identityAndActions)).not.toEqual([])
})
