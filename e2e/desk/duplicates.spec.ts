import { expect, type Page } from '@playwright/test'
import { pageOf, test } from '../people.ts'

/** Each pair is called by both names. */
const pairs = (page: Page) => page.getByRole('listitem', { name: /\(MRN\d+\) and .*\(MRN\d+\)/ })

test('two records that are not of one patient leave the lists of all, until it is taken back', async ({
  browser,
}) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  await desk.goto('/patients')
  await desk.getByRole('link', { name: /^Possible Duplicates \d/ }).click()
  await admin.goto('/duplicates')
  // The demo hospital has patients who were registered twice.
  const pair = pairs(desk).last()
  const name = (await pair.getAttribute('aria-label')) ?? ''
  const shown = (page: Page) => pairs(page).and(page.getByLabel(name, { exact: true }))
  await expect(shown(admin)).toBeVisible()
  await expect(pair.getByRole('link')).toHaveCount(2)

  await pair.focus()
  await desk.keyboard.press('n')
  await expect(desk.getByText('Marked as not duplicates')).toBeVisible()
  for (const page of [desk, admin]) await expect(shown(page)).toHaveCount(0)

  await admin.getByRole('radiogroup').getByText('Not Duplicates').click()
  await expect(shown(admin)).toContainText(/Not duplicates: .*2\d{3}/)
  await shown(admin)
    .getByRole('button', { name: /^Take back/ })
    .click()
  await expect(shown(admin)).toHaveCount(0)
  await expect(shown(desk)).toBeVisible()
})
