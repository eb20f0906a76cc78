import { expect, type Page } from '@playwright/test'
import { dear, signIn, test, unique } from '../people.ts'
import { registered } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'

/** Markup in one field of each kind of place that shows text. stored-markup.sweep.spec.ts has every field. */

test('markup that is typed is shown as text in a list, on a record, in a form and on paper, and does nothing', async ({
  page,
}) => {
  dear('it opens a list, a record, a form and a print')
  const name = unique()
  const markup = (word: string) => `${word}"><img src=x data-planted onerror=ran()>`
  await page.addInitScript(`
    window.happened = []
    window.ran = () => happened.push('it ran')
    window.print = () => {}
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => happened.push(violatedDirective))`)
  await signIn(page, 'admin')
  const patient = await registered(page, { lastName: `${name}<i data-planted>`, address: markup('Street') })
  const shown = `${name}<i data-planted>`.toUpperCase()

  await page.goto(`/patients?search=${name}`)
  await expect(page.getByRole('table', { name: 'Patients' })).toContainText(shown, { ignoreCase: true })
  expect(await done(page)).toEqual([])
  await page.goto(`/patients/${patient.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(shown, { ignoreCase: true })
  await expect(page.getByRole('main')).toContainText(markup('Street'))
  await page.getByRole('button', { name: 'Print Record' }).click()
  await expect(page.locator('[data-print-sheet]')).toContainText(markup('Street'))
  expect(await done(page)).toEqual([])
  await page.goto(`/patients/edit/${patient.id}`)
  await expect(page.getByLabel('Address')).toHaveValue(markup('Street'))
  expect(await done(page)).toEqual([])

  const item = await itemOf(page, { name: markup(unique()) })
  await page.goto(`/inventory/${item.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(item.name)
  expect(await done(page)).toEqual([])

  // As a control, a text that is inserted as HTML must be found.
  await page.evaluate(`document.querySelector('h1').innerHTML = ${JSON.stringify(item.name)}`)
  await expect.poll(() => done(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^<img/)]))
  await expect.poll(() => done(page)).toContain('script-src-attr')
})

/** The effects of markup on the page. */
function done(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...happened, ...[...document.querySelectorAll('[data-planted]')].map((one) => one.outerHTML)]`,
  )
}
