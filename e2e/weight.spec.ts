import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type DemoAccount, pageOf, signIn, test } from './people.ts'
import { booked, card, doctorOf, hospitalDay, openQueue, registered } from './queue-people.ts'

/** What the scripts weigh that a browser loads to show a screen, and what happens when one of them can't be had. */

const screens: [path: string, by: DemoAccount | null, shown: string, most: number][] = [
  ['/sign-in', null, 'input[type="password"]', 200],
  ['/dashboard', 'admin', 'main h1', 230],
  ['/opd-queue', 'doctor', 'main table a', 260],
  ['/opd-queue', 'receptionist', 'main table a', 260],
]

for (const [path, by, shown, most] of screens) {
  test(`${path} is shown to ${by ?? 'anybody'} with at most ${most} kB of script`, async ({ page }) => {
    if (by) await signIn(page, by)
    const scripts = await shownBy(page, path, shown)
    // What is kept ready for later comes now.
    for (let before = -1; before < (await scripts()).length; await page.waitForTimeout(1500)) {
      before = (await scripts()).length
    }
    const all = await scripts()
    const toShow = all.filter(([, isToShow]) => isToShow)
    console.log(
      `${path}, ${by ?? 'nobody'}: ${kilobytes(toShow).toFixed(1)} kB in ${toShow.length} scripts, ${kilobytes(all).toFixed(1)} kB in ${all.length} once all is ready`,
    )
    expect(kilobytes(toShow)).toBeGreaterThan(100)
    expect(kilobytes(toShow)).toBeLessThanOrEqual(most)
  })
}

test('a script more is found to be too much', async ({ page }) => {
  const scripts = globSync('dist/web/assets/*.js').toSorted(
    (one, other) => statSync(other).size - statSync(one).size,
  )
  const largest = scripts.find((name) => !/index-/.test(name)) ?? ''
  await page.addInitScript(`import('/assets/${basename(largest)}')`)
  const [path, , shown, most] = screens[0] ?? ['', null, '', 0]
  const loaded = await (await shownBy(page, path, shown))()
  expect(kilobytes(loaded.filter(([, isToShow]) => isToShow))).toBeGreaterThan(most)
})

/** Opens a screen, and answers how to ask which scripts were loaded, and which of them before it was shown. */
async function shownBy(page: Page, path: string, shown: string) {
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('${shown}')) return
    observer.disconnect()
    performance.mark('shown')
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto(path)
  await page.locator(shown).first().waitFor()
  return async () => {
    const loaded: [path: string, isToShow: boolean][] =
      await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => /\\.m?js$/.test(name))
      .map(({ name, startTime }) => [new URL(name).pathname, startTime < performance.getEntriesByName('shown')[0].startTime])`)
    return [...new Map(loaded.toReversed())]
  }
}

function kilobytes(loaded: [path: string, isToShow: boolean][]): number {
  return loaded.reduce((sum, [name]) => sum + readFileSync(`dist/web${name}.gz`).length, 0) / 1000
}

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

const cannotOpen = 'Lantern can’t open this'

test('a dialog whose script can’t be had says so, and opens at the next try', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await booked(desk, patient, doctor, { time: '10:00', date: await hospitalDay(desk, 2) })
  const comeBack = await withhold(desk, /RescheduleDialog-.*\.js$/)
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

test('a calendar whose script can’t be had takes nothing that was typed with it', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const comeBack = await withhold(desk, /DayCalendar-.*\.js$/)
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
  await desk.route(/(ButtonPopover|DoctorFilter)-.*\.js$/, async (route) => {
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
  await desk.route(/ButtonPopover-.*\.js$/, async (route) => {
    await release.promise
    await route.continue()
  })
  await desk.goto('/opd-queue')
  await desk.getByRole('button', { name: /^Status: / }).hover()
  const come = desk.waitForResponse(/ButtonPopover-.*\.js$/)
  await desk.mouse.down()
  release.resolve()
  await (await come).finished()
  await desk.waitForTimeout(500)
  await desk.mouse.up()
  await expect(desk.getByRole('dialog', { name: /^Status: / })).toBeVisible()
})

/** Keeps a script from being loaded until it may. */
async function withhold(page: Page, script: RegExp): Promise<() => void> {
  let isAway = true
  await page.route(script, (route) => (isAway ? route.abort() : route.continue()))
  return () => {
    isAway = false
  }
}
