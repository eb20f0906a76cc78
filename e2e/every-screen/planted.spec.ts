import { expect, type Page } from '@playwright/test'
import { test } from '../people.ts'
import { lostByReload, movesByItself, tabTo, unsaid, unseenFocus } from './checks.ts'

/** Faults that the checks of screens must find, each on a page that looks right. */

/** Shows a page as somebody makes it in a hurry. */
async function careless(page: Page, body: string): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>Careless</title><body>${body}</body></html>`
  await page.route('**/careless', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('/careless')
}

test('what the mouse alone can do is found', async ({ page }) => {
  await careless(
    page,
    `<button>Assign</button>
     <div role="button" onclick="document.title = 'pressed'">Discharge</div>
     <button tabindex="-1">Transfer</button>
     <input aria-label="Diagnosis" onkeydown="if (event.key === 'Tab') event.preventDefault()">
     <button>Save</button>`,
  )
  await tabTo(page.getByRole('button', { name: 'Assign' }), 10)
  for (const name of ['Discharge', 'Transfer', 'Save']) {
    await expect(tabTo(page.getByRole('button', { name }), 10), name).rejects.toThrow('Tab does not lead')
  }
})

test('a keyboard of which nobody sees where it is, is found', async ({ page }) => {
  await careless(
    page,
    `<style>
       :focus-visible { outline: 2px solid }
       .bare { outline: none }
       .away { position: absolute; left: -999px }
     </style>
     <button>Assign</button><button class="bare">Discharge</button><button class="away">Transfer</button>`,
  )
  for (const [name, faults] of [
    ['Assign', []],
    ['Discharge', ['nothing marks it']],
    ['Transfer', ['it is out of sight']],
  ] as const) {
    await page.keyboard.press('Tab')
    expect(await unseenFocus(page.getByRole('button', { name }))).toEqual(faults)
  }
})

test('a form that keeps to itself what is missing, or where, is found', async ({ page }) => {
  await careless(
    page,
    `<div role="alert">Three fields need attention
       <a href="#first">First name is required</a><a href="#nowhere">Gender is required</a>Address is required</div>
     <label>First Name <input id="first" aria-invalid="true" aria-describedby="why"></label>
     <p id="why">First name is required</p>
     <label>Gender <input></label><p>Gender is required</p>
     <label>Address <input aria-invalid="true"></label>`,
  )
  const field = (name: string) => page.getByRole('textbox', { name })
  expect(await unsaid(page, [[field('First Name'), 'First name is required']])).toEqual([])
  expect(await unsaid(page, [[field('Gender'), 'Gender is required']])).toEqual([
    '‘Gender is required’ is not said with its field',
    'the field of ‘Gender is required’ seems right',
    '‘Gender is required’ does not lead to its field',
  ])
  expect(await unsaid(page, [[field('Address'), 'Address is required']])).toEqual([
    '‘Address is required’ is not said with its field',
    '‘Address is required’ is not in the summary',
  ])
})

test('a filter that the address does not hold, and typed text that is not kept, are found', async ({
  page,
}) => {
  await careless(
    page,
    `<label>Address <input autocomplete="off"></label>
     <button onclick="this.ariaPressed = true" aria-pressed="false">Other</button>`,
  )
  const address = page.getByLabel('Address')
  await address.fill('7 Lamp Street')
  const other = page.getByRole('button', { name: 'Other' })
  await other.click()
  const shown = { typed: () => address.inputValue(), filter: () => other.getAttribute('aria-pressed') }
  expect(await lostByReload(page, shown, { timeout: 500 })).toEqual(['typed', 'filter'])
})

test('what moves where motion is not wanted, and has no pause, is found', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install({ time: '2026-06-11T10:00:00Z' })
  await page.clock.pauseAt('2026-06-11T10:00:01Z')
  await careless(
    page,
    `<div id="row" style="overflow: auto; width: 300px"><div style="width: 9000px">One, two, three</div></div>
     <script>setInterval(() => { row.scrollLeft += 100 }, 3000)</script>`,
  )
  const row = page.locator('#row')
  expect(await movesByItself(page, () => row.evaluate(({ scrollLeft }) => scrollLeft))).toBe(true)
})
