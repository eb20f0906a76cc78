import { expect, type Page } from '@playwright/test'
import { admitted, bedIn } from './bed-people.ts'
import { call, type DemoAccount, signIn, test } from './people.ts'
import { registered } from './queue-people.ts'
import { secondStepTours } from './screens/second-step.ts'
import { itemOf } from './store-people.ts'

/**
 * Every screen, while what it shows comes slowly: nothing jumps away under the eye or the hand, and the page does nothing
 * that its security policy refuses.
 */

const most = 0.02
/** Milliseconds that each answer takes, so that what stands in for it is seen. */
const wait = 300
/** Screens that are looked at side by side. */
const tabs = 3

test.describe.configure({ mode: 'parallel' })

for (const width of [390, 768, 1440]) {
  test(`nothing jumps on any screen, and nothing is refused, ${width} px wide`, async ({ page }) => {
    test.setTimeout(600_000)
    await signIn(page, 'admin')
    for (const [by, paths] of await everyScreen(page)) {
      if (by) await signIn(page, by)
      else await page.context().clearCookies()
      // Most of the time is waiting, which several can do at once.
      const left = [...paths]
      await Promise.all(
        Array.from({ length: tabs }, async () => {
          const tab = await page.context().newPage()
          await tab.setViewportSize({ width, height: width < 768 ? 844 : 900 })
          const shiftsOf = await watched(tab)
          for (let path = left.shift(); path; path = left.shift()) {
            await tab.goto(path)
            const { sum, largest } = await shiftsOf()
            expect.soft(sum, `${path} as ${by ?? 'a visitor'}: ${largest}`).toBeLessThanOrEqual(most)
            expect.soft(await tab.evaluate('refused'), `${path} as ${by ?? 'a visitor'}`).toEqual([])
          }
          await tab.close()
        }),
      )
    }
  })
}

for (const { name, states } of secondStepTours) {
  for (const width of [390, 768, 1440]) {
    test(`nothing jumps where there is ${name}, ${width} px wide`, async ({ page, browser }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      const shiftsOf = await watched(page)
      for await (const state of states(page, browser)) {
        const { sum, largest } = await shiftsOf()
        expect.soft(sum, `${state}: ${largest}`).toBeLessThanOrEqual(most)
        expect.soft(await page.evaluate('refused'), state).toEqual([])
        await page.evaluate('shifts.length = 0')
      }
    })
  }
}

test('what jumps is seen, in a tab behind another too, and so is what the policy refuses', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const shiftsOf = await watched(page)
  await page.goto('/patients')
  expect((await shiftsOf()).sum).toBeLessThanOrEqual(most)
  await (await page.context().newPage()).goto('/beds')
  expect(await page.evaluate('refused')).toEqual([])
  await page.evaluate(`document.querySelector('main').style.paddingTop = '200px'`)
  expect((await shiftsOf()).sum).toBeGreaterThan(most)
  // What the policy refuses, too: a script that somebody wrote into the page, and one of another host.
  await page.evaluate(`{
    const written = document.createElement('script')
    written.textContent = 'window.ran = true'
    const foreign = document.createElement('img')
    foreign.src = 'https://elsewhere.example/pixel.png'
    document.body.append(written, foreign)
  }`)
  await expect.poll(async () => (await page.evaluate<string[]>('refused')).length).toBeGreaterThanOrEqual(2)
  expect(await page.evaluate('window.ran')).toBeUndefined()
})

async function everyScreen(page: Page): Promise<[by: DemoAccount | null, paths: string[]][]> {
  const [patient, inpatient] = [await registered(page), await registered(page)]
  await admitted(page, await bedIn(page, 'ICU'), inpatient)
  const item = await itemOf(page)
  const supplier = await call(page.request, 'POST', '/suppliers', {
    name: `Supplier of ${item.name}`,
    contact: null,
  })
  const order = await call(page.request, 'POST', '/purchase-orders', {
    supplierId: supplier.id,
    lines: [{ inventoryItemId: item.id, quantity: 10, cost: 2.5 }],
  })
  const records = [patient, inpatient].flatMap(({ id }) =>
    ['', '?tab=appointments', '?tab=admissions', '?tab=timeline'].map((tab) => `/patients/${id}${tab}`),
  )
  const [visit] = (await call(page.request, 'GET', '/appointments?status=COMPLETED&limit=1')).items
  const visits = `/patients/${visit.patientId}?tab=appointments`
  const hospital = `/dashboard /analytics /analytics?days=365 /weekly-report /appointments /admissions /opd-queue /opd-queue/new /beds /beds/new /beds/new/several /staff /settings /settings/hospital /audit /demo-requests /select-role /unauthorized
    /sign-in/forgot /sign-in/reset /sign-in/confirm /sign-in/callback
    /patients /patients/new /patients/edit/${patient.id} ${records.join(' ')} /no/such/place`
  const store = `/inventory /inventory/movements /inventory/new /inventory/${item.id} /inventory/${item.id}/edit
    /inventory?lists=suppliers /inventory?lists=locations
    /purchase-orders /purchase-orders/new /purchase-orders/${order.id}`
  return [
    ['admin', `${hospital} ${visits} ${store}`.split(/\s+/)],
    [
      'doctor',
      [
        '/dashboard',
        '/analytics',
        '/opd-queue',
        '/availability',
        `/patients/${inpatient.id}`,
        `/patients/${visit.patientId}?tab=timeline`,
        visits,
      ],
    ],
    ['receptionist', ['/dashboard', '/opd-queue', '/beds']],
    ['inventory', ['/dashboard', '/analytics']],
    [null, ['/', '/teams', '/About']],
  ]
}

/**
 * Slows what the screens read, and answers how to ask what jumped on one, once all of it is there. It is slowed within the
 * page: a browser that hands its requests out keeps no file, and reads the whole app anew for each screen.
 */
async function watched(page: Page): Promise<() => Promise<{ sum: number; largest: string }>> {
  await page.addInitScript(`
    window.shifts = []
    window.refused = []
    window.reading = 0
    // What a press asked the server for is awaited, and may change the screen as it comes: as right after the press, or
    // after a key. A story fills a field without keys.
    let pressed = -Infinity
    let answered = -Infinity
    for (const kind of ['click', 'keydown', 'input']) addEventListener(kind, () => { pressed = performance.now() }, true)
    const isAwaited = (moment) => [pressed, answered].some((before) => Math.abs(moment - before) < 500)
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      refused.push(violatedDirective + ' refuses ' + blockedURI))
    const nameOf = (node) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 100)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
        if (!hadRecentInput && !isAwaited(startTime)) shifts.push([value, sources.map(({ node }) => nameOf(node)).join(' and ')])
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const plain = window.fetch
    window.fetch = async (input, init) => {
      const isPressed = performance.now() - pressed < 500
      const isSlow = /\\/api\\/(?!auth|live)/.test(input.url ?? input)
      if (isSlow) reading += 1
      try {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, ${wait}))
        return await plain(input, init)
      } finally {
        if (isPressed) answered = performance.now()
        if (isSlow) setTimeout(() => { reading -= 1 }, ${wait})
      }
    }`)
  return async () => {
    // Nothing is read, and nothing that was read leads to further reading.
    await page.locator('h1, [role="dialog"]').filter({ visible: true }).first().waitFor()
    for (let quiet = 0; quiet < 4; quiet = (await page.evaluate('reading')) === 0 ? quiet + 1 : 0)
      await page.waitForTimeout(100)
    const shifts: [value: number, moved: string][] = await page.evaluate('shifts')
    const sum = shifts.reduce((total, [value]) => total + value, 0)
    const [, largest = 'nothing'] = shifts.toSorted(([one], [other]) => other - one)[0] ?? []
    return { sum, largest }
  }
}
