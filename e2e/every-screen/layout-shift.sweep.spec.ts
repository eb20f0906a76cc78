import { expect } from '@playwright/test'
import { type NightHospital, openNightHospital } from '../own-hospital/night-hospital.ts'
import { type DemoAccount, dear, signInAnew, test } from '../people.ts'
import { tours } from '../screens/tours.ts'
import { most, walkScreens, walkTour, watched } from './shifts.ts'

/** Nothing jumps on any screen, whether it is loaded from its address or a link leads there. */

test.describe.configure({ mode: 'parallel' })

for (const width of [390, 768, 1440]) {
  test(`nothing jumps on any screen, and nothing is refused, ${width} px wide`, async ({ page }) => {
    dear('it opens every screen')
    test.setTimeout(600_000)
    await walkScreens(page, width)
  })
}

test('nothing jumps on any screen that a link leads to, 390 px wide', async ({ page }) => {
  dear('it opens every screen')
  test.setTimeout(600_000)
  await walkScreens(page, 390, { byLink: true })
})

for (const width of [390, 768, 1440]) {
  for (const tour of tours.filter(({ jumpsNot }) => jumpsNot)) {
    test(`nothing jumps where there is ${tour.name}, ${width} px wide`, async ({ page, browser }) => {
      dear('it opens each screen of a second step')
      test.setTimeout(180_000)
      await walkTour({ page, browser }, tour, width)
    })
  }
}

const busyScreens: readonly [DemoAccount, string][] = [
  ['receptionist', '/opd-queue'],
  ['admin', '/dashboard'],
  ['admin', '/patients'],
  ['admin', '/admissions'],
]

test.describe('in a hospital of its own', () => {
  test.describe.configure({ mode: 'default' })
  let hospital: NightHospital
  // A row that another test adds would move the others, whatever the letters do.
  test.beforeAll(async () => {
    hospital = await openNightHospital({ filled: { patients: 300, visitsADay: 40, today: '2026-11-29' } })
    await hospital.setClock('2026-11-29T11:20:00Z')
  })
  test.afterAll(() => hospital.close())

  for (const width of [390, 768, 1280]) {
    test(`nothing jumps when the letters come after the screen, ${width} px wide`, async ({ browser }) => {
      dear('four screens of a hospital of its own are loaded')
      for (const [by, path] of busyScreens) {
        const page = await browser.newPage({ baseURL: hospital.origin, viewport: { width, height: 844 } })
        await signInAnew(page.request, by)
        const letters = Promise.withResolvers<void>()
        // The letters of names alone are used whenever they come: half a name in another typeface would be worse.
        await page.route(/figtree-latin-wght.*\.woff2$/, async (route) => {
          await letters.promise
          await route.continue()
        })
        const shiftsOf = await watched(page)
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await shiftsOf()
        expect(await page.evaluate('document.fonts.status'), 'the letters are still away').toBe('loading')
        letters.resolve()
        await page.evaluate('document.fonts.ready.then(() => {})')
        const { sum, largest } = await shiftsOf()
        expect.soft(sum, `${path} as ${by}: ${largest}`).toBeLessThanOrEqual(most)
        await page.close()
      }
    })
  }
})
