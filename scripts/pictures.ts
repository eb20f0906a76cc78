// `npm run pictures`: takes the pictures of the public pages, and their card, from a demo hospital of its own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium, launchOptions } from '../testbed/chromium.ts'
import { type Server, startServer } from '../testbed/servers.ts'
import { shots } from '../web/public-pages/shots.ts'

type Name = keyof typeof shots
type Form = 'desk' | 'phone'

const pictures = 'web/public-pages/pictures'
/** The quality of WebP, out of 100. It is low, because screens have flat colours and text. */
const quality = 62

interface Screen {
  by: string
  path: (page: Page) => Promise<string>
  /** The element that shows that the picture can be taken. */
  shown: string
  /** How many pixels a phone is scrolled, past the title to the content. */
  scrolled: number
}

const screens: Record<Name, Screen> = {
  dashboard: { by: 'admin', path: async () => '/dashboard', shown: 'main table tbody tr', scrolled: 0 },
  queue: { by: 'receptionist', path: async () => '/opd-queue', shown: 'main h2', scrolled: 296 },
  beds: { by: 'admin', path: async () => '/beds', shown: 'main h2', scrolled: 420 },
  record: { by: 'doctor', path: inpatient, shown: 'main h2', scrolled: 176 },
  inventory: { by: 'inventory', path: async () => '/inventory', shown: 'main table tbody tr', scrolled: 800 },
}

/**
 * The size of the window in CSS pixels. A narrower window makes text larger in the picture; these two screens still
 * fit.
 */
function windowOf(name: Name, form: Form): { width: number; height: number } {
  if (form === 'phone') return { width: 390, height: 844 }
  return { width: name === 'beds' || name === 'record' ? 1152 : 1280, height: 800 }
}

if (!ensureChromium()) throw new Error('There is no Chromium, and it could not be installed.')
const data = mkdtempSync(join(tmpdir(), 'lantern-pictures-'))
let server: Server | undefined
let browser: Browser | undefined
let baseURL = ''
try {
  server = await startServer({
    name: 'The demo hospital',
    words: ['launch.mjs', 'demo'],
    env: { PORT: '0', HOST: '127.0.0.1', LANTERN_DATA: data, DATABASE_URL: '', NODE_ENV: '' },
  })
  baseURL = server.origin
  browser = await chromium.launch(launchOptions())
  for (const name of Object.keys(shots) as Name[]) {
    for (const form of ['desk', 'phone'] as const) {
      for (const look of ['light', 'dark'] as const) await take(browser, name, form, look)
    }
  }
  await takeCard(browser)
} finally {
  await browser?.close()
  await server?.stop()
  rmSync(data, { recursive: true, force: true })
}

async function take(at: Browser, name: Name, form: Form, look: 'light' | 'dark') {
  const { by, path, shown, scrolled } = screens[name]
  const size = shots[name][form]
  const context = await at.newContext({
    baseURL,
    viewport: windowOf(name, form),
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  await signIn(context, by)
  const page = await context.newPage()
  await page.goto(await path(page))
  // On a phone, the row may be a card.
  await page.locator(shown).first().waitFor({ state: 'attached' })
  // Fonts and charts load later.
  await page.waitForTimeout(2000)
  if (form === 'phone') await page.mouse.wheel(0, scrolled)
  await page.waitForTimeout(300)
  const box = await place(page, form, name, size)
  const picture = await cutOut(page, box, size.width / box.width, 'webp', quality)
  writeFileSync(`${pictures}/${name}-${form}-${look}.webp`, picture)
  console.log(`${name}, ${form}, ${look}: ${(picture.length / 1000).toFixed(1)} kB`)
  await context.close()
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The part of the window in the picture's proportions, without the sidebar, except in the widest picture. */
async function place(
  page: Page,
  form: Form,
  name: Name,
  { width, height }: { width: number; height: number },
): Promise<Box> {
  const { width: whole } = windowOf(name, form)
  if (form === 'phone' || name === 'dashboard') {
    // A place is counted from the top of the page, even if it is scrolled. The bar at the top is then left out.
    const scrolled = Number(await page.evaluate('scrollY'))
    const y = scrolled > 0 ? scrolled + 56 : 0
    return { x: 0, y, width: whole, height: (whole * height) / width }
  }
  const main = await page.locator('main').boundingBox()
  const x = Math.ceil(main?.x ?? 0) + 1
  return { x, y: Math.round(main?.y ?? 0), width: whole - x, height: ((whole - x) * height) / width }
}

/** Takes a picture of a part of the page, because Playwright itself makes no WebP. */
async function cutOut(page: Page, box: Box, scale: number, format: 'webp' | 'jpeg', of100: number) {
  const cdp = await page.context().newCDPSession(page)
  const { data: taken } = await cdp.send('Page.captureScreenshot', {
    format,
    quality: of100,
    clip: { ...box, scale },
    captureBeyondViewport: false,
  })
  return Buffer.from(taken, 'base64')
}

/**
 * Takes the card that other sites show beside a link to Lantern: the logo, the slogan, and the bed board in dark
 * colours.
 */
async function takeCard(at: Browser) {
  const context = await at.newContext({ viewport: { width: 1200, height: 630 } })
  const page = await context.newPage()
  const inside = (file: string, type: string) =>
    `data:${type};base64,${readFileSync(file).toString('base64')}`
  const font = inside(
    'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    'font/woff2',
  )
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: Figtree; src: url(${font}); font-weight: 300 900 }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #0b2a30; color: #fff;
      font: 600 64px/1.1 Figtree; letter-spacing: -0.03em }
    .glow { position: absolute; inset: 120px -200px -300px 300px;
      background: radial-gradient(closest-side, rgb(245 184 61 / 45%), transparent) }
    .words { position: absolute; left: 72px; top: 72px; width: 520px }
    .brand { display: flex; gap: 16px; align-items: center; margin-bottom: 64px; font-size: 40px }
    .brand img { width: 64px } p { margin: 28px 0 0; font: 400 28px/1.4 Figtree; letter-spacing: 0; color: #c9dcdd }
    .screen { position: absolute; left: 640px; top: 104px; width: 1008px; border-radius: 16px;
      box-shadow: 0 0 0 1px rgb(255 255 255 / 14%), 0 32px 96px rgb(0 0 0 / 60%) }
  </style><div class="glow"></div><div class="words"><div class="brand"><img src="${inside('web/public/favicon.svg', 'image/svg+xml')}" />Lantern</div>
  The whole hospital, in one calm place<p>Queues, beds, records and stock, live on every screen.</p></div>
  <img class="screen" src="${inside(`${pictures}/beds-desk-dark.webp`, 'image/webp')}" />`)
  await page.waitForTimeout(500)
  const card = await cutOut(page, { x: 0, y: 0, width: 1200, height: 630 }, 1, 'jpeg', 72)
  writeFileSync('web/public/social-card.jpg', card)
  console.log(`the card: ${(card.length / 1000).toFixed(1)} kB`)
  await context.close()
}

async function signIn({ request }: BrowserContext, account: string) {
  const body = { email: `${account}@demo.test`, password: 'lantern-demo-2026' }
  const answer = await request.post('/api/auth/sign-in/email', { data: body })
  if (!answer.ok()) throw new Error(`${account} could not sign in: ${answer.status()}`)
}

/** The record of an inpatient with a long history. */
async function inpatient(page: Page): Promise<string> {
  const { token } = await (await page.request.get('/api/auth/token')).json()
  const beds = await page.request.get('/api/beds', { headers: { authorization: `Bearer ${token}` } })
  const all: { patientId: string | null; ward: string }[] = await beds.json()
  const taken = all.find(({ patientId, ward }) => patientId && ward === 'ICU')
  return `/patients/${taken?.patientId}`
}
