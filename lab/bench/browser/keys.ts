import type { Page } from '@playwright/test'
import type { Hospital } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { inBrowser, pageAt, requireFault, type Times, workOf, workOnInput } from './screens.ts'

/** Every search box, with a text for it: its first letters match many records, the whole text few. */
const boxes: [name: string, path: string, box: (page: Page) => ReturnType<Page['locator']>, typed: string][] =
  [
    ['patients', '/patients', searchbox, 'mar'],
    ['items', '/inventory', searchbox, 'glov'],
    ['availability', '/availability', searchbox, 'glov'],
    ['queue', '/opd-queue', searchbox, 'mar'],
    ['beds', '/beds', searchbox, 'l-15'],
    ['staff', '/staff', searchbox, 'ani'],
    [
      'doctor of the queue',
      '/opd-queue',
      (page) => page.getByRole('combobox', { name: 'Filter by doctor' }),
      'ani',
    ],
    [
      'patient of a booking',
      '/opd-queue/new',
      (page) => page.getByRole('textbox', { name: 'Patient' }),
      'mar',
    ],
    [
      'doctor of a booking',
      '/opd-queue/new',
      (page) => page.getByRole('combobox', { name: 'Doctor' }),
      'ani',
    ],
    [
      'item of an order',
      '/purchase-orders/new',
      (page) => page.getByRole('combobox', { name: 'Add an item' }),
      'glov',
    ],
    ['supplier', '/inventory/new', (page) => page.getByRole('combobox', { name: 'Supplier' }), 'med'],
    [
      'storage location',
      '/inventory/new',
      (page) => page.getByRole('combobox', { name: 'Location' }),
      'room',
    ],
  ]

function searchbox(page: Page) {
  return page.getByRole('searchbox')
}

/** How long the page works from a key until the letter is drawn: the slowest key of each box, medians of the rounds. */
export async function keyTimes(hospital: Hospital, rounds: number): Promise<Map<string, Times>> {
  return inBrowser(hospital, async (context) => {
    const page = await pageAt(context, '/dashboard', '#content h1')
    const work = await workOf(page)
    const slowest = new Map<string, Times>()
    for (const [name, path, box, typed] of boxes) {
      await page.goto(path)
      const input = box(page)
      await input.click()
      // By then, code that loads late is there and the page is idle.
      await page.waitForTimeout(1500)
      const keys = Array.from(typed, (): Times[] => [])
      for (let round = 0; round < rounds; round++) {
        for (const [place, key] of [...typed].entries()) {
          keys[place]?.push(await timeOf(page, work, key))
        }
        await input.fill('')
      }
      const times = keys.map((all) => ({
        work: median(all.map((one) => one.work)),
        passed: median(all.map((one) => one.passed)),
      }))
      const [worst] = times.toSorted((one, other) => other.work - one.work)
      if (worst) slowest.set(name, worst)
    }
    await page.evaluate(workOnInput)
    requireFault(await timeOf(page, work, 'm'))
    return slowest
  })
}

async function timeOf(page: Page, work: () => Promise<number>, key: string): Promise<Times> {
  await page.waitForTimeout(400)
  await page.evaluate(watchScript)
  const before = await work()
  await page.keyboard.press(key)
  const passed: number = await page.evaluate('window.drawn')
  return { work: Math.min((await work()) - before, passed), passed }
}

// A script for the browser. It is text, because this program is compiled without the browser's types.
const watchScript = `{
  const turn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  window.drawn = new Promise((resolve) => {
    document.addEventListener('keydown', () => {
      const begin = performance.now()
      // The frame that shows it is drawn when the next message is taken.
      document.addEventListener('input', () => requestAnimationFrame(async () => {
        await turn()
        resolve(performance.now() - begin)
      }), { once: true })
    }, { once: true, capture: true })
  })
  undefined
}`
