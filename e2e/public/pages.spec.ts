import { expect, type Page } from '@playwright/test'
import { movesByItself } from '../every-screen/checks.ts'
import { signIn, test } from '../people.ts'

/** The public pages, in a full browser and in browsers without some features. */

const sentences: [path: string, heading: string, says: string[]][] = [
  [
    '/',
    'The whole hospital, in one calm place',
    [
      '50+',
      '100k+',
      '1000+',
      '99.9%',
      'OPD queue management',
      'Inventory management',
      'Bed manager',
      'Sign Up',
    ],
  ],
  ['/teams', 'The people behind Lantern', ['Mira Solberg', 'Our vision', 'Our mission']],
  [
    '/About',
    'Built for the people who keep the lights on',
    ['Real-time bed tracking and smart allocation', 'Dashboards', 'Security at any hospital size'],
  ],
]

test('every page is read whole without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, heading, says] of sentences) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (const said of says) await expect(page.locator('body')).toContainText(said)
    // The page shows no control that would need a script.
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    if (path === '/About') {
      const instead = page.locator('noscript').getByRole('link')
      await expect(instead).toHaveAttribute('href', /^mailto:desk@st-elmo.example/)
      await expect(instead).toBeVisible()
    }
    await expect(page).toHaveTitle(/Lantern/)
    for (const told of ['og:title', 'og:description', 'og:image']) {
      await expect(page.locator(`meta[property="${told}"]`)).toHaveAttribute('content', /./)
    }
    const card = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await context.request.get(card ?? '')).headers()['content-type']).toBe('image/jpeg')
  }
})

test('every way leads on: the bar, the hero, the closing call and the foot', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'The whole hospital, in one calm place' })
  await expect(hero.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/sign-up')
  await expect(page.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/sign-up')
  const foot = page.getByRole('navigation', { name: 'Quick Links' })
  await expect(foot.getByRole('link')).toHaveText(['Features', 'Team', 'Sign In', 'Sign Up'])
  // The contact details are those of the hospital's settings.
  await expect(page.getByRole('contentinfo')).toContainText('desk@st-elmo.example')
  await expect(page.getByRole('contentinfo')).toContainText('12 Harbour Road')
  await hero.getByRole('link', { name: 'Learn More' }).click()
  await expect(page).toHaveURL('/About')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click()
  await expect(page).toHaveURL('/teams')
  await page.getByRole('link', { name: 'Profile of Arun Pillai' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Arun Pillai' })).toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('whoever is signed in goes on to the dashboard, by a link of another site too', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'doctor')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  // Another site's link does not send the session's cookie.
  for (const [to, shown] of [
    ['/', 'Dashboard'],
    ['/opd-queue', 'OPD Queue Management'],
  ] as const) {
    await page.goto('about:blank')
    await page.setContent(`<a href="${baseURL}${to}">the hospital</a>`)
    await page.getByRole('link', { name: 'the hospital' }).click()
    await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
  }
})

const row = (page: Page) => page.locator('[data-cards]')
const moved = (page: Page) => row(page).evaluate((element) => Math.round(element.scrollLeft))
/** Whether the row has stopped at the beginning of a card. */
const begins = (page: Page) =>
  row(page).evaluate((element) => {
    const { left } = element.getBoundingClientRect()
    return [...element.children].some((card) => Math.abs(card.getBoundingClientRect().left - left) < 1)
  })
/** How many cards are completely visible. */
const seen = (page: Page) =>
  row(page).evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return [...element.children].filter((card) => {
      const box = card.getBoundingClientRect()
      return box.left >= left - 1 && box.right <= right + 1
    }).length
  })

/** Stops the page's clock, which the story then moves. */
async function stopTheClock(page: Page) {
  await page.clock.install({ time: '2026-06-11T10:00:00Z' })
  await page.clock.pauseAt('2026-06-11T10:00:01Z')
}

test('three of six testimonials are seen; they move on by themselves until they are paused', async ({
  page,
}) => {
  await stopTheClock(page)
  await page.goto('/')
  const pause = page.getByRole('button', { name: 'Pause the testimonials' })
  await expect(pause).toBeVisible()
  await expect(row(page).getByRole('listitem')).toHaveCount(6)
  expect(await seen(page)).toBe(3)
  await page.clock.runFor(2900)
  expect(await moved(page)).toBe(0)
  await page.clock.runFor(200)
  await expect.poll(() => moved(page)).toBeGreaterThan(100)
  await pause.click()
  await page.mouse.move(0, 0)
  // A movement that has begun ends at the beginning of a card.
  await expect.poll(() => begins(page)).toBe(true)
  const rested = await moved(page)
  expect(await movesByItself(page, () => moved(page))).toBe(false)
  await page.getByRole('button', { name: 'Play the testimonials' }).click()
  await page.clock.runFor(3100)
  await expect.poll(() => moved(page)).not.toBe(rested)
})

test('the testimonials wait for whoever reads them: with the keyboard in them, and after a swipe', async ({
  page,
}) => {
  await stopTheClock(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Pause the testimonials' })).toBeVisible()
  await row(page).focus()
  // A mouse that only passes changes nothing.
  await row(page).hover()
  await page.mouse.move(0, 0)
  await page.clock.runFor(9100)
  expect(await moved(page)).toBe(0)
  await row(page).blur()
  await page.clock.runFor(2000)
  const swiped = await moved(page)
  await row(page).dispatchEvent('touchend')
  await page.clock.runFor(2000)
  expect(await moved(page)).toBe(swiped)
  await page.clock.runFor(1100)
  await expect.poll(() => moved(page)).toBeGreaterThan(swiped)
})

test('the testimonials are moved by keys and by buttons, and stand still where motion is not wanted', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stopTheClock(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play the testimonials' })).toBeVisible()
  expect(await movesByItself(page, () => moved(page))).toBe(false)
  await row(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => moved(page)).toBeGreaterThan(100)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => moved(page)).toBe(0)
  await page.getByRole('button', { name: 'Previous testimonial' }).click()
  // Before the first one comes the last.
  await expect(row(page).getByText('Dr Mei-Ling Chen')).toBeInViewport()
  await page.getByRole('button', { name: 'Next testimonial' }).click()
  await expect.poll(() => moved(page)).toBe(0)
})

test('by keyboard alone one comes past the bar to the content', async ({ page }) => {
  await page.goto('/teams')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})
