import { expect, type Locator } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from './bed-people.ts'
import { signIn, test } from './people.ts'
import { registered } from './queue-people.ts'

/** What is held in a hand and touched: what matters is on the first screen, and nothing is broken to fit. */

test.use({ hasTouch: true })

const phone = { width: 390, height: 844 }
const tablet = { width: 768, height: 1024 }
/** Pixels: less than two lines. */
const oneLine = 32

test('on a phone the first bed is on the first screen, each ward a touch away, and Discharge quiet', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await signIn(page, 'admin')
  const bed = await bedIn(page, 'PSYCHIATRIC')
  await admitted(page, bed, await registered(page))
  await openBeds(page)
  const first = page.getByRole('article', { name: /^Bed/ }).first()
  expect((await boxOf(first)).y).toBeLessThan(560)

  // The statuses carry the figures of the whole hospital.
  const available = page.getByRole('radiogroup', { name: 'Status' }).getByText(/^Available/)
  await expect(available.locator('..')).toContainText(/\d/)

  await page.getByRole('navigation', { name: 'Jump to a ward' }).getByText('Psychiatric').tap()
  const heading = page.getByRole('heading', { name: 'Psychiatric', level: 3 })
  await expect.poll(async () => (await boxOf(heading)).y).toBeLessThan(200)
  await expect(heading).toBeInViewport()

  await openBeds(page, `?search=${bed.bedNumber}`)
  const card = bedCard(page, bed)
  const discharge = await boxOf(card.getByRole('button', { name: /^Discharge/ }))
  expect(discharge.width).toBeLessThan((await boxOf(card)).width / 2)
  expect(discharge.height).toBeGreaterThanOrEqual(44)
})

test('on a tablet the beds are cards, side by side, and no name is broken', async ({ page }) => {
  await page.setViewportSize(tablet)
  await signIn(page, 'admin')
  const bed = await bedIn(page, 'MATERNITY')
  const patient = await registered(page)
  await admitted(page, bed, patient)
  await openBeds(page, `?search=${bed.bedNumber}`)
  const name = patient.lastName.toUpperCase()
  for (const place of [
    bedCard(page, bed),
    page.getByRole('table').getByRole('row').filter({ hasText: name }),
  ]) {
    expect((await boxOf(place.getByText(name).first())).height).toBeLessThan(oneLine)
  }
  await openBeds(page)
  const [one, other] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)]
  expect((await boxOf(one)).y).toBe((await boxOf(other)).y)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(tablet.width)
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not drawn`)
  return box
}
