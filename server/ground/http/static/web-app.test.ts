import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { screens } from '../../../../contract/screens.ts'
import { addressesOfScreens } from '../../../../scripts/screen-addresses.ts'
import { startApp } from '../../../testing/app.ts'

const web = mkdtempSync(join(tmpdir(), 'lantern-web-'))
for (const folder of ['assets', 'public-pages']) mkdirSync(join(web, folder))
writeFileSync(join(web, 'index.html'), 'the screens, session: __SESSION__')
for (const page of ['home', 'teams', 'About', 'book'])
  writeFileSync(join(web, `public-pages/${page}.html`), page)
for (const file of ['favicon.svg', 'robots.txt', 'social-card.jpg', 'assets/index-abc.js']) {
  writeFileSync(join(web, file), 'a file')
}
const app = await startApp({ webDirectory: web })
afterAll(async () => {
  await app.close()
  rmSync(web, { recursive: true })
})

test('every screen that the web app has is found at its address, and no other is promised', async () => {
  expect(screens).toEqual(await addressesOfScreens())
  for (const address of screens) {
    const path = address.replaceAll(/\$\w+/g, '0d6b1a2e-77')
    for (const url of [path, `${path}/`, `${path}?search=ada`]) {
      expect((await app.app.inject({ url })).statusCode, url).toBe(200)
    }
  }
}, 60_000)

test.each(['/ready', '/health', '/livez/now', '/patients/1/2', '/favicon.ico', '/opd-queue.php'])(
  'at %s there is no screen, which the page says, and its status too',
  async (url) => {
    const answer = await app.app.inject({ url })
    expect(answer.body).toBe('the screens, session: none')
    expect(answer.statusCode).toBe(404)
  },
)

test('the page of the screens says whether somebody may be signed in, for any cookie of a session', async () => {
  const said = async (cookie?: string) =>
    (await app.app.inject({ url: '/beds', headers: cookie ? { cookie } : {} })).body
  expect(await said()).toContain('session: none')
  expect(await said('theme=dark')).toContain('session: none')
  for (const name of ['lantern.session_token', '__Host-lantern.session_token'])
    expect(await said(`theme=dark; ${name}=outdated`)).toContain('session: some')
})

test('a file whose name says nothing of its content is asked for again within the hour', async () => {
  for (const url of ['/favicon.svg', '/robots.txt', '/social-card.jpg']) {
    expect((await app.app.inject({ url })).headers['cache-control'], url).toBe('public, max-age=3600')
  }
  const named = await app.app.inject({ url: '/assets/index-abc.js' })
  expect(named.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})
