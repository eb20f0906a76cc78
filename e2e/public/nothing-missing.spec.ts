import { expect, type Page, type Request } from '@playwright/test'
import { screens } from '../../contract/screens.ts'
import { pages } from '../../web/public-pages/content.ts'
import { dear, test } from '../people.ts'
import { isWayIn } from '../screens/addresses.ts'
import { onDesks, onPhones } from '../screens/tour.ts'

// Booking from home is off in the hospital of the stories, so its page is not found there.
const publicPages = Object.keys(pages)
  .filter((name) => name !== 'book')
  .map((name) => (name === 'home' ? '/' : `/${name}`))
// The hospital of the stories has no sign-on of its own, so nothing is behind the return from it.
const waysIn = screens.filter((path) => isWayIn(path) && path !== '/sign-in/callback')

/** A waiting-room screen asks with its link, and is refused without one. */
const isRefusedDisplay = (url: string) =>
  new URL(url, 'http://lantern.invalid').pathname.startsWith('/api/display/')

/** Notes failed requests of a visitor's page, and the browser's complaints, from now on. */
function complaintsOf(page: Page): { found: string[]; quiet: () => Promise<void> } {
  const found: string[] = []
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  // A refusal may never be read to its end.
  page.on('response', (answer) => {
    underWay.delete(answer.request())
    if (answer.status() >= 400 && !isRefusedDisplay(answer.url()))
      found.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // A page that needs no more than the status of an answer gives up the rest itself.
    if (why !== 'net::ERR_ABORTED') found.push(`failed ${request.url()} ${why}`)
  })
  page.on('pageerror', (error) => found.push(`error ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusedDisplay(message.location().url))
      found.push(`console ${message.text()}`)
  })
  return { found, quiet: () => expect.poll(() => underWay.size).toBe(0) }
}

// Another look's pictures are asked for once the page is drawn in it.
const pictures = `new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => Promise.all(
  [...document.images].map((one) => one.complete || new Promise((resolve) => { one.onload = one.onerror = resolve }))))
  .then(() => undefined)`

/** Opens a page in each look: other widths and colours have other pictures. */
async function visit(page: Page, path: string, looks = [...onDesks, ...onPhones]): Promise<void> {
  await page.goto(path)
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    // Those far below are loaded only when somebody scrolls there.
    await page.evaluate(`for (const picture of document.images) picture.loading = 'eager'`)
    await page.evaluate(pictures)
  }
}

/** The addresses within Lantern that a page names: its links, its icon, its styles. */
async function named(page: Page): Promise<string[]> {
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[href]')].map(({ href }) => href)`,
  )
  const { origin } = new URL(page.url())
  return addresses
    .filter((address) => address.startsWith(origin))
    .map((address) => address.split('#')[0] ?? '')
}

test('no public page asks for anything that is missing, or leads to it', async ({ page, context }) => {
  dear('it loads every public page, with the pictures of each look')
  const { found, quiet } = complaintsOf(page)
  const links = new Set<string>()
  for (const path of publicPages) {
    await visit(page, path)
    await quiet()
    expect(found, path).toEqual([])
    for (const link of await named(page)) links.add(link)
  }
  expect(links.size).toBeGreaterThan(publicPages.length)
  for (const link of links) expect((await context.request.get(link)).status(), link).toBe(200)
})

test('no screen on the way in does', async ({ page }) => {
  dear('it loads every screen of those who are not signed in')
  const { found, quiet } = complaintsOf(page)
  for (const path of waysIn) {
    await visit(page, path, [])
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await quiet()
    expect(found, path).toEqual([])
  }
})

test('a picture that is missing is found, however far below it is', async ({ page }) => {
  const { found, quiet } = complaintsOf(page)
  await page.route('/teams', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('</main>', '<img src="/logo/" alt="" loading="lazy"></main>')
    await route.fulfill({ response: answer, body })
  })
  await visit(page, '/teams', [...onPhones])
  await quiet()
  expect(found).toEqual(['404 /logo/', expect.stringMatching(/^console .*404/)])
})
