import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../testing/app.ts'

const web = mkdtempSync(join(tmpdir(), 'lantern-web-'))
mkdirSync(join(web, 'assets'))
mkdirSync(join(web, 'public-pages'))
writeFileSync(join(web, 'index.html'), 'the screens')
for (const page of ['home', 'teams', 'About', 'book']) {
  writeFileSync(
    join(web, `public-pages/${page}.html`),
    `the page ${page}, its card at __ORIGIN__/social-card.jpg`,
  )
}
const app = await startApp({ webDirectory: web, template: 'empty' })
afterAll(async () => {
  await app.close()
  rmSync(web, { recursive: true })
})
const open = (path: string, headers: Record<string, string> = {}) =>
  app.visitor.send('GET', path, { headers })

test('an empty hospital leads its first person to set it up; from then on visitors see the public page', async () => {
  const first = await open('/')
  expect([first.status, first.headers.get('location')]).toEqual([302, '/sign-up'])
  expect(first.headers.get('cache-control')).toBe('no-store')
  await app.founder()
  expect((await open('/')).text).toContain('the page home')
  expect((await open('/teams')).text).toContain('the page teams')
  expect((await open('/About')).text).toContain('the page About')
  for (const [typed, page] of [
    ['/about', '/About'],
    ['/TEAMS?from=card', '/teams'],
  ] as const) {
    const led = await open(typed)
    expect([led.status, led.headers.get('location')]).toEqual([308, page])
  }
  // Any other path is the screens', as the spec has it.
  expect((await open('/elsewhere')).text).toBe('the screens')
})

test('whoever is signed in goes on to the dashboard, until the session ends', async () => {
  const desk = await app.signIn('receptionist')
  const arrive = () => open('/', { cookie: desk.cookie })
  const led = await arrive()
  expect([led.status, led.headers.get('location')]).toEqual([302, '/dashboard'])
  expect((await open('/teams', { cookie: desk.cookie })).text).toContain('the page teams')
  const out = await app.visitor.send('POST', '/api/auth/sign-out', {
    body: {},
    headers: { cookie: desk.cookie, origin: app.url },
  })
  expect(out.status).toBe(200)
  expect((await arrive()).text).toContain('the page home')
  expect((await open('/', { cookie: 'lantern.session_token=made.up' })).text).toContain('the page home')
})

test('the address of the card is this server’s own, and never what a request makes up', async () => {
  await app.founder()
  const publicUrl = 'https://lantern.example.org/'
  const known = await startApp({ on: app, webDirectory: web, publicUrl })
  try {
    for (const host of ['elsewhere.example', '"><script>']) {
      const shown = await app.app.inject({ url: '/', headers: { host } })
      expect(shown.body).toBe('the page home, its card at /social-card.jpg')
      const shownThere = await known.app.inject({ url: '/', headers: { host } })
      expect(shownThere.body).toBe('the page home, its card at https://lantern.example.org/social-card.jpg')
    }
  } finally {
    await known.close()
  }
})
