import type { Server } from '../../../testbed/servers.ts'
import { type SignIn, signIn } from '../../../testbed/sign-in.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { inBrowser, pageAt, requireFault, type Times, workOf, workOnInput } from './screens.ts'

const acts: [name: string, selector: string, value: string][] = [
  ['Occupied', 'input[type="radio"][value="OCCUPIED"]', ''],
  ['Available', 'input[type="radio"][value="AVAILABLE"]', ''],
  ['All', 'input[type="radio"][value="ALL"]', ''],
  ['search “l-1”', 'input[type="search"]', 'l-1'],
  ['search “l-15”', 'input[type="search"]', 'l-15'],
  ['no search', 'input[type="search"]', ''],
]

/**
 * How long the bed board works after each action of its user, and after a colleague's change: medians of the rounds.
 */
export async function boardTimes(hospital: Hospital, rounds: number): Promise<Map<string, Times>> {
  return inBrowser(hospital, async (context, server) => {
    const page = await pageAt(context, '/beds', 'article')
    const times = new Map<string, Times[]>()
    // Both figures are at least as long as the work: `spent` also has what the page did after the board was drawn, and
    // `passed` the time of other programs and the wait for the frame.
    const note = (name: string, spent: number, passed: number) =>
      times.set(name, [...(times.get(name) ?? []), { work: Math.min(spent, passed), passed }])
    const work = await workOf(page)
    const act = async (selector: string, value: string): Promise<[spent: number, passed: number]> => {
      await page.waitForTimeout(400)
      const before = await work()
      const passed: number = await page.evaluate(
        `(${actScript})(${JSON.stringify(selector)}, ${JSON.stringify(value)})`,
      )
      return [(await work()) - before, passed]
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, selector, value] of acts) note(name, ...(await act(selector, value)))
    }
    const change = await changeOfBed(server, await signIn(server.origin, 'admin'))
    for (let round = 0; round < rounds; round++) {
      await page.waitForTimeout(400)
      const shown = await page.evaluate(figure)
      const [before, begin] = [await work(), performance.now()]
      await change(round % 2 === 0 ? 'MAINTENANCE' : 'AVAILABLE')
      await page.evaluate(`(${changeScript})(${JSON.stringify(shown)})`)
      const passed = performance.now() - begin
      note('a change from elsewhere', (await work()) - before, passed)
    }
    await page.evaluate(workOnInput)
    const [spent, passed] = await act('input[type="search"]', 'l-1')
    requireFault({ work: Math.min(spent, passed), passed })
    return new Map(
      [...times].map(([name, all]) => [
        name,
        { work: median(all.map(({ work: one }) => one)), passed: median(all.map(({ passed }) => passed)) },
      ]),
    )
  })
}

/** Sets the status of a free bed. */
async function changeOfBed({ origin }: Server, admin: SignIn): Promise<(status: string) => Promise<void>> {
  const headers = { authorization: `Bearer ${await admin.token()}`, 'content-type': 'application/json' }
  const beds = (await (await fetch(`${origin}/api/beds`, { headers })).json()) as {
    id: string
    status: string
  }[]
  const free = beds.findLast(({ status }) => status === 'AVAILABLE')
  return async (status) => {
    const answer = await fetch(`${origin}/api/beds/${free?.id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ status }),
    })
    if (!answer.ok) throw new Error(`The change was answered with ${answer.status}: ${await answer.text()}`)
  }
}

// Scripts for the browser. They are text, because this program is compiled without the browser's types.
const figure = `[...document.querySelectorAll('a')].find((one) => one.textContent.startsWith('Under Maintenance')).textContent`

const changeScript = `async (shown) => {
  while (${figure} === shown) await new Promise((resolve) => setTimeout(resolve, 20))
}`

const actScript = `async (selector, value) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const turn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  const found = () =>
    [...document.querySelectorAll('h2')].find((one) => one.textContent === 'Bed Overview').parentElement.textContent
  const input = document.querySelector(selector)
  const before = found()
  await frame()
  const begin = performance.now()
  if (input.type === 'radio') input.click()
  else {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  while (found() === before) {
    if (performance.now() - begin > 5000) throw new Error('Nothing changed on ' + selector + ' ' + value + ': ' + before)
    await frame()
  }
  // The frame that shows it is drawn when the next message is taken.
  await turn()
  return performance.now() - begin
}`
