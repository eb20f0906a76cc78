import { expect, type Locator } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from './bed-people.ts'
import { signIn, test, uniquePhone } from './people.ts'
import { openQueue, registered } from './queue-people.ts'

/** Phones: the first screen shows what is important, and everything fits. */

test.use({ hasTouch: true, isMobile: true })

const phone = { width: 390, height: 844 }
const tablet = { width: 768, height: 1024 }
/** Pixels of less than two lines. */
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

  // The statuses show the figures of the whole hospital.
  const available = page.getByRole('radiogroup', { name: 'Status' }).getByText(/^Available/)
  await expect(available.locator('..')).toContainText(/\d/)

  const jump = page.getByRole('navigation', { name: 'Jump to a ward' })
  const headingOf = (name: string) => page.getByRole('heading', { name, level: 3 })
  await jump.getByText('Emergency').tap()
  await expect.poll(async () => (await boxOf(headingOf('Emergency'))).y).toBeLessThan(200)
  await expect(headingOf('Emergency')).toBeInViewport()
  // The last ward may be so short that the page ends before it reaches the top.
  await page.getByRole('main').evaluate(`window.scrollTo(0, 0)`)
  await jump.getByText('Psychiatric').tap()
  await expect(headingOf('Psychiatric')).toBeInViewport()

  await openBeds(page, `?search=${bed.bedNumber}`)
  const card = bedCard(page, bed)
  const discharge = await boxOf(card.getByRole('button', { name: /^Discharge/ }))
  expect(discharge.width).toBeLessThan((await boxOf(card)).width / 2)
  expect(discharge.height).toBeGreaterThanOrEqual(44)
})

test('on the smallest phone the bar holds since when nothing is live', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'doctor')
  await page.clock.install()
  await openQueue(page, '')
  await page.context().setOffline(true)
  await page.clock.fastForward('01:00')
  const notice = await boxOf(page.getByText(/^Not live since/).locator('..'))
  const bar = await boxOf(page.getByRole('banner').first())
  expect(notice.y).toBeGreaterThanOrEqual(bar.y)
  expect(notice.y + notice.height).toBeLessThanOrEqual(bar.y + bar.height)
  expect(notice.height).toBeLessThan(2.5 * 16)
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
  await expect(async () => expect((await boxOf(one)).y).toBe((await boxOf(other)).y)).toPass()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(tablet.width)
})

test('on a phone whoever is looked up stands below the box, within the screen', async ({ page }) => {
  await page.setViewportSize(phone)
  await signIn(page, 'admin')
  const [bed, patient] = [await bedIn(page, 'MATERNITY'), await registered(page)]
  await openBeds(page, `?search=${bed.bedNumber}`)
  await bedCard(page, bed)
    .getByRole('button', { name: /^Assign Patient/ })
    .tap()
  const box = page.getByRole('textbox', { name: 'Enter Patient ID' })
  await box.tap()
  await box.pressSequentially(patient.lastName)
  const option = page.getByRole('option', { name: patient.mrn })
  await expect(option).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('innerWidth')).toBe(phone.width)
  const [typed, found] = [await boxOf(box), await boxOf(option)]
  expect(found.y - (typed.y + typed.height)).toBeGreaterThanOrEqual(0)
  expect(found.y - (typed.y + typed.height)).toBeLessThan(40)
  await option.tap()
  await expect(page.getByRole('dialog')).toContainText(patient.mrn)
})

test('on a phone a possible double is seen while the name, or the number, is typed', async ({ page }) => {
  await page.setViewportSize(phone)
  await signIn(page, 'receptionist')
  const contactNumber = uniquePhone()
  const known = await registered(page, { dateOfBirth: '1980-11-21', contactNumber })
  const panel = page.getByRole('region', { name: 'Possible duplicates' })
  const labels = page.locator('form label')
  await page.goto('/patients/new')
  await page.getByLabel('First Name').fill('Asha')
  await page.getByLabel('Last Name').fill(known.lastName)
  await page.getByLabel('Date of Birth').fill('21/11/1980')
  await expect(panel).toContainText(known.mrn)
  await expect(panel).toBeInViewport()
  expect((await boxOf(panel)).y).toBeLessThan((await boxOf(labels.filter({ hasText: 'Gender' }))).y)

  await page.getByLabel('Last Name').fill('Somebody')
  await expect(panel).toBeHidden()
  const number = page.getByLabel('Contact Number')
  await number.fill(contactNumber)
  await expect(panel).toContainText('Same contact number')
  const [typed, told] = [await boxOf(number), await boxOf(panel)]
  expect(told.y - (typed.y + typed.height)).toBeGreaterThanOrEqual(0)
  expect(told.y - (typed.y + typed.height)).toBeLessThan(40)
})

test('the queue stays where it is when its line of figures fills up, on a phone and on a tablet', async ({
  page,
}) => {
  await signIn(page, 'receptionist')
  for (const size of [phone, tablet]) {
    await page.setViewportSize(size)
    await openQueue(page, '')
    const board = page.getByRole('region', { name: 'In Queue' }).or(page.getByRole('tablist')).first()
    const before = await boxOf(board)
    // A day with everything in its line: cancelled, left over and missed appointments, and long waits.
    await page.evaluate(`
      const own = document.querySelector('h1').nextElementSibling.firstElementChild
      // In a copy: React can't take out of its own line what is not there any more, when others change the queue.
      const line = own.cloneNode(false)
      own.style.display = 'none'
      own.after(line)
      line.replaceChildren(...['Live', '120 appointments', '12 cancelled', '3 from earlier days',
        '14 not arrived on earlier days', '12 waiting, longest 1 h 20 min'].map((fact) =>
        Object.assign(document.createElement('span'), { textContent: fact })))
      for (const place of [2, 3]) line.children[place].dataset.detail = ''`)
    expect((await boxOf(board)).y, `${size.width} px`).toBe(before.y)
  }
})

test('on a phone Call next is whole, with the number that it calls', async ({ page }) => {
  await signIn(page, 'doctor')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await openQueue(page, '')
    const words = page.getByRole('button', { name: 'Call next' }).getByText('Call next')
    expect(
      await words.evaluate((one) => one.scrollWidth - one.clientWidth),
      `${width} px`,
    ).toBeLessThanOrEqual(0)
  }
})

async function boxOf(element: Locator) {
  await element.waitFor()
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not drawn`)
  return box
}
