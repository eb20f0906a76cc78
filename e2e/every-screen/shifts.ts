import { type Browser, expect, type Page } from '@playwright/test'
import { admitted, bedIn } from '../bed-people.ts'
import { call, type DemoAccount, pageOf, signIn } from '../people.ts'
import { booked, doctorOf, queued, registered } from '../queue-people.ts'
import { staffScreens } from '../screens/addresses.ts'
import { openScreen } from '../screens/open.ts'
import type { Tour } from '../screens/tour.ts'
import { itemOf } from '../store-people.ts'

/** The most that may jump, as the browser's score for a share of the screen. */
export const most = 0.02
/** The delay of each response in milliseconds, so that placeholders are seen. */
const wait = 300
/** How many screens are checked at the same time. */
const tabs = 3

const sizeOf = (width: number) => ({ width, height: width < 768 ? 844 : 900 })

/** The screens where staff spend their day; and a patient's record, whose address differs. */
const daily = ['/dashboard', '/opd-queue', '/calendar', '/beds', '/patients', '/inventory']
const isDaily = (path: string) => daily.includes(path) || /^\/patients\/[-0-9a-f]{36}$/.test(path)

/**
 * Opens every screen at this width, or those of staff's day, and expects that nothing jumps and that the policy refuses
 * nothing.
 */
export async function walkScreens(
  page: Page,
  width: number,
  { onlyDaily = false, byLink }: { onlyDaily?: boolean; byLink?: boolean } = {},
): Promise<void> {
  await signIn(page, 'admin')
  for (const [by, all] of await everyScreen(page)) {
    const paths = onlyDaily ? all.filter(isDaily) : all
    if (paths.length === 0) continue
    if (by) await signIn(page, by)
    else await page.context().clearCookies()
    // Several pages share the waiting, which takes most of the time.
    const left = [...paths]
    await Promise.all(
      Array.from({ length: tabs }, async () => {
        const tab = await page.context().newPage()
        await tab.setViewportSize(sizeOf(width))
        await deafToOthers(tab)
        const shiftsOf = await watched(tab)
        for (let path = left.shift(); path; path = left.shift()) {
          await forget(tab)
          await openScreen(tab, path, byLink)
          const { sum, largest } = await shiftsOf()
          expect.soft(sum, `${path} as ${by ?? 'a visitor'}: ${largest}`).toBeLessThanOrEqual(most)
          expect.soft(await tab.evaluate('refused'), `${path} as ${by ?? 'a visitor'}`).toEqual([])
        }
        await tab.close()
      }),
    )
  }
}

/** Walks the states of a tour that includes a second step. */
export async function walkTour(
  { page, browser }: { page: Page; browser: Browser },
  { by, states }: Tour,
  width: number,
): Promise<void> {
  await page.setViewportSize(sizeOf(width))
  const shiftsOf = await watched(page)
  if (by) await signIn(page, by)
  for await (const state of states(page, browser)) {
    const { sum, largest } = await shiftsOf()
    expect.soft(sum, `${state}: ${largest}`).toBeLessThanOrEqual(most)
    expect.soft(await page.evaluate('refused'), state).toEqual([])
    await forget(page)
  }
}

/** Forgets the shifts so far, which belong to the screen before. */
async function forget(page: Page): Promise<void> {
  await page.evaluate('window.shifts && (shifts.length = refused.length = 0)')
}

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
  const inConsultation = await consulted(page)
  const completed: { patientId: string; doctorId: string }[] = (
    await call(page.request, 'GET', '/appointments?status=COMPLETED&limit=200')
  ).items
  // In a long list, each row that moves a little moves all below it.
  const [[often] = ['']] = [...Map.groupBy(completed, ({ patientId }) => patientId)].toSorted(
    ([, some], [, others]) => others.length - some.length,
  )
  const visits = `/patients/${often}?tab=appointments`
  const hospital = `${staffScreens.join(' ')} /analytics?days=365 /select-role /unauthorized
    /sign-in/forgot /sign-in/reset /sign-in/confirm /sign-in/callback
    /patients/edit/${patient.id} ${records.join(' ')} /calendar/doctors/${completed[0]?.doctorId} /no/such/place`
  const store = `/inventory/${item.id} /inventory/${item.id}/edit
    /inventory?lists=suppliers /inventory?lists=locations /purchase-orders/${order.id}`
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
        `/patients/${inConsultation}`,
        `/patients/${often}?tab=timeline`,
        visits,
      ],
    ],
    ['receptionist', ['/dashboard', '/opd-queue', '/beds']],
    ['inventory', ['/dashboard', '/analytics']],
    [null, ['/', '/teams', '/About']],
  ]
}

/** Starts a visit with the demo hospital's doctor, and returns the patient's id. */
async function consulted(page: Page): Promise<string> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  // The visit is booked with a colleague, whose day is empty.
  const { page: theirs, doctor } = await doctorOf(browser)
  await theirs.context().close()
  const room = await pageOf(browser, 'doctor')
  const patient = await registered(page)
  const booking = await booked(page, patient, doctor, { time: '08:00' })
  await queued(page, booking)
  await call(room.request, 'PUT', `/appointments/${booking.id}`, { status: 'IN_PROGRESS' })
  await room.context().close()
  return patient.id
}

/** Keeps out the changes of other tests: a row that they add moves the others, which is no fault of the screen. */
async function deafToOthers(page: Page): Promise<void> {
  await page.addInitScript(`
    const fetchAll = window.fetch
    window.fetch = async (input, init) => {
      const answer = await fetchAll(input, init)
      if (!answer.body || !/\\/api\\/live\\?/.test(input.url ?? input)) return answer
      let begun = ''
      const withoutChanges = new TransformStream({
        transform(text, kept) {
          const events = (begun + text).split('\\n\\n')
          begun = events.pop()
          for (const event of events) if (!/"kind":"(records|stale)"/.test(event)) kept.enqueue(event + '\\n\\n')
        },
      })
      const texts = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(withoutChanges)
      return new Response(texts.pipeThrough(new TextEncoderStream()), answer)
    }`)
}

/**
 * Delays the data of screens. Returns a function that waits until everything is there, and tells what jumped. The delay
 * is within the page: if requests were intercepted, the browser would cache no file, and load the whole app for each
 * screen.
 */
export async function watched(page: Page): Promise<() => Promise<{ sum: number; largest: string }>> {
  await page.addInitScript(`
    window.shifts = []
    window.refused = []
    window.reading = 0
    let since = 0
    const isRead = (by) => {
      reading += by
      since = performance.now()
    }
    // Asked once and answered by the page: looking again and again from outside costs as much as the wait.
    window.untilQuiet = async () => {
      for (since = Math.max(since, performance.now()); reading > 0 || performance.now() - since < 400; )
        await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // The response to a press may change the screen when it comes, as may the press itself or a key. A story fills a field
    // without keys. The half second begins with the second frame, because a busy page draws late.
    const awaited = () => ({ from: Infinity, until: -Infinity })
    const begin = (wait) => {
      Object.assign(wait, { from: performance.now() - 500, until: Infinity })
      requestAnimationFrame(() => requestAnimationFrame(() => { wait.until = performance.now() + 500 }))
    }
    const press = awaited()
    const answer = awaited()
    for (const kind of ['click', 'keydown', 'input']) addEventListener(kind, () => begin(press), true)
    const isAwaited = (moment) => [press, answer].some(({ from, until }) => from < moment && moment < until)
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      refused.push(violatedDirective + ' refuses ' + blockedURI))
    const rectOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    const movedOf = ({ node, previousRect, currentRect }) =>
      (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 100) +
      ' from ' + rectOf(previousRect) + ' to ' + rectOf(currentRect)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
        if (!hadRecentInput && !isAwaited(startTime)) shifts.push([value, sources.map(movedOf).join(' and ')])
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const plain = window.fetch
    window.fetch = async (input, init) => {
      const isPressed = performance.now() < press.until
      const isSlow = /\\/api\\/(?!auth|live)/.test(input.url ?? input)
      if (isSlow) isRead(1)
      try {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, ${wait}))
        return await plain(input, init)
      } finally {
        if (isPressed) begin(answer)
        if (isSlow) setTimeout(() => { isRead(-1) }, ${wait})
      }
    }`)
  return async () => {
    // Nothing is being read, and no response leads to further reads.
    await page.locator('h1, [role="dialog"]').filter({ visible: true }).first().waitFor()
    await page.evaluate('untilQuiet()')
    const shifts: [value: number, moved: string][] = await page.evaluate('shifts')
    const sum = shifts.reduce((total, [value]) => total + value, 0)
    const [, largest = 'nothing'] = shifts.toSorted(([one], [other]) => other - one)[0] ?? []
    return { sum, largest }
  }
}
