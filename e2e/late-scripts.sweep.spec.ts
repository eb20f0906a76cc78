import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { leaveAlone } from './account/newcomer.ts'
import { pageOf, signInAnew, test } from './people.ts'
import { booked, card, doctorOf, hospitalDay, openQueue, registered } from './queue-people.ts'

/** The scripts of a visitor's browser, and a script that fails to load. scripts/weight/ measures the screens. */

test('a visitor loads at most 150 kB of script on a public page, and none of the screens’', async ({
  page,
}) => {
  const screens = /src="(\/assets\/[^"]+\.js)"/.exec(readFileSync('dist/web/index.html', 'utf8'))?.[1]
  for (const path of ['/', '/teams', '/About']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const scripts: string[] = await page.evaluate(`performance.getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname).filter((name) => name.endsWith('.js'))`)
    const sum = scripts.reduce((bytes, name) => bytes + readFileSync(`dist/web${name}.gz`).length, 0) / 1000
    console.log(`${path}, a visitor: ${sum.toFixed(1)} kB in ${scripts.length} scripts`)
    expect(sum).toBeLessThanOrEqual(150)
    expect(scripts).not.toContain(screens)
  }
})

test('the sign-in screen is there before its script, in the same words and colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  let comeBack = () => {}
  const isWaiting = new Promise<void>((resolve) => {
    comeBack = resolve
  })
  await page.route('**/*.js', async (route) => {
    await isWaiting
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  const looks = async () => ({
    words: [
      await page.getByRole('heading', { name: 'Sign in' }).innerText(),
      await page.getByRole('link', { name: 'Sign up' }).getAttribute('href'),
      await page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href'),
    ],
    colour: await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`),
    ground: await page.evaluate(`[document.body, document.documentElement]
      .map((element) => getComputedStyle(element).backgroundColor).find((colour) => !colour.endsWith(', 0)'))`),
  })
  await expect(page.getByRole('status')).toHaveText('Loading Lantern…')
  // The styles come without the script.
  await page.waitForFunction('Array.from(document.styleSheets).some(({ href }) => href)')
  const before = await looks()
  expect(before).toMatchObject({ colour: 'rgb(228, 233, 240)', ground: 'rgb(11, 17, 26)' })
  comeBack()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await looks()).toEqual(before)
})

const cannotOpen = 'Lantern can’t open this'

test('a dialog whose script can’t be had says so, and opens at the next try', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await booked(desk, patient, doctor, { time: '10:00', date: await hospitalDay(desk, 2) })
  const comeBack = await withhold(desk, /RescheduleDialog-.*\.js/)
  await openQueue(desk, patient.lastName, `&date=${await hospitalDay(desk, 2)}`)
  const reschedule = async () => {
    await card(desk, 'Scheduled', patient).getByRole('button', { name: 'More for' }).click()
    await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  }
  await reschedule()
  await expect(desk.getByRole('alert')).toContainText(cannotOpen)
  await expect(card(desk, 'Scheduled', patient)).toBeVisible()
  comeBack()
  await reschedule()
  await expect(desk.getByRole('dialog', { name: 'Reschedule appointment' })).toBeVisible()
})

test('a dialog whose script is lost on its way once opens all the same', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  await desk.route(/FinderDialog-.*\.js$/, (route) => route.abort())
  await desk.goto('/dashboard')
  await desk.getByRole('button', { name: 'Search' }).first().click()
  await expect(desk.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(desk.getByRole('alert').filter({ hasText: cannotOpen })).toHaveCount(0)
})

test('a calendar whose script can’t be had takes nothing that was typed with it', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const comeBack = await withhold(desk, /DayCalendar-.*\.js/)
  await desk.goto('/opd-queue/new')
  await desk.getByLabel('Notes').fill('Walks with a stick')
  await desk.getByRole('button', { name: 'Choose the day from a calendar' }).click()
  await expect(desk.getByRole('alert')).toContainText(cannotOpen)
  await expect(desk.getByLabel('Notes')).toHaveValue('Walks with a stick')
  comeBack()
  await desk.getByRole('button', { name: 'Choose the day from a calendar' }).click()
  await expect(desk.getByRole('dialog', { name: 'Choose the day' }).getByRole('table')).toBeVisible()
})

test('whoever stands on a stand-in stands on what it stood for', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const release = Promise.withResolvers<void>()
  await desk.route(/(StatusFilter|ListChoice)-.*\.js$/, async (route) => {
    await release.promise
    await route.continue()
  })
  await desk.goto('/opd-queue')
  const doctors = desk.locator('input[aria-label="Filter by doctor"]')
  await expect(doctors).toHaveValue('All doctors')
  await doctors.focus()
  await expect(doctors).not.toBeEditable()
  release.resolve()
  await expect(doctors).toBeEditable()
  await expect(doctors).toBeFocused()
  await desk.getByRole('button', { name: /^Status: / }).click()
  await expect(desk.getByRole('dialog', { name: /^Status: / })).toBeVisible()
})

test('a press on a stand-in that is held while its part comes is not lost', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const release = Promise.withResolvers<void>()
  await desk.route(/StatusFilter-.*\.js$/, async (route) => {
    await release.promise
    await route.continue()
  })
  await desk.goto('/opd-queue')
  await desk.getByRole('button', { name: /^Status: / }).hover()
  const come = desk.waitForResponse(/StatusFilter-.*\.js$/)
  await desk.mouse.down()
  release.resolve()
  // The page has loaded it, because the browser reads a module once for both imports.
  await desk.evaluate(`import('${new URL((await come).url()).pathname}')
    .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))`)
  await desk.mouse.up()
  await expect(desk.getByRole('dialog', { name: /^Status: / })).toBeVisible()
})

test('an idle screen is locked though the script of its cover has not come yet', async ({ browser }) => {
  const desk = await browser.newPage()
  // On such a connection nothing is fetched before it is wanted.
  await desk.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
  await signInAnew(desk.request, 'receptionist')
  await desk.goto('/opd-queue')
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
  await leaveAlone(desk, 16)
  const lock = desk.getByRole('dialog', { name: 'Locked' })
  await expect(lock.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(desk.getByRole('banner')).toHaveCount(0)
  await desk.context().close()
})

/** Blocks a script until the result is called. */
async function withhold(page: Page, script: RegExp): Promise<() => void> {
  let isAway = true
  await page.route(script, (route) => (isAway ? route.abort() : route.continue()))
  return () => {
    isAway = false
  }
}
