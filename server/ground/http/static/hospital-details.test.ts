import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { editSettings, readSettings, setLogo } from '../../../../contract/hospital/settings.ts'
import { startApp } from '../../../testing/app.ts'
import { ifMatch } from '../../../testing/client.ts'

const web = mkdtempSync(join(tmpdir(), 'lantern-web-'))
for (const folder of ['assets', 'public-pages']) mkdirSync(join(web, folder))
const page = `<ul><li data-detail="email"><a href="mailto:__HOSPITAL_email(hello@lantern.example)__">write</a></li><li data-detail="phone"><a href="tel:__HOSPITAL_dialled(+44)__">__HOSPITAL_phone(+4 (0) 4)__</a></li><li data-detail="address">__HOSPITAL_name(Lantern)__,
__HOSPITAL_address(12 Lamp
Street)__</li></ul>`
const head = `<header><span data-own="logoMark" class="own-logo"><img src="/logo/__HOSPITAL_logoMark()__"/></span><span data-own="name" class="own-name">__HOSPITAL_name()__</span></header>`
writeFileSync(join(web, 'index.html'), 'the screens')
for (const [name, shown] of Object.entries({ home: head, teams: page, About: page, book: page }))
  writeFileSync(join(web, `public-pages/${name}.html`), shown)
const app = await startApp({ webDirectory: web })
afterAll(async () => {
  await app.close()
  rmSync(web, { recursive: true })
})
const admin = await app.founder()
const set = async (body: object) =>
  admin.call(editSettings, { body }, ifMatch((await admin.call(readSettings)).body))

test('a public page bears the hospital’s name and logo as soon as it has them, however it is reached', async () => {
  const shown = async () => (await app.visitor.send('GET', '/')).text
  const reached = { email: null, phone: null, address: null }
  await set({ ...reached, hospitalName: 'Lantern Hospital' })
  expect(await shown()).toBe('<header></header>')
  await set({ ...reached, hospitalName: 'Harbour Clinic' })
  expect(await shown()).toBe('<header><span data-own="name" class="own-name">Harbour Clinic</span></header>')
  const picture = 'data:image/png;base64,iVBORw0KGgo='
  const { logoMark } = (await admin.call(setLogo, { body: { logo: picture } })).body
  expect(await shown()).toBe(
    `<header><span data-own="logoMark" class="own-logo"><img src="/logo/${logoMark}"/></span><span data-own="name" class="own-name">Harbour Clinic</span></header>`,
  )
})

test('a public page says how the hospital is reached as soon as it is set, and nothing that it lacks', async () => {
  const shown = async () => (await app.visitor.send('GET', '/teams')).text
  await set({ email: null, phone: null, address: null })
  // Nothing is known: the sample stands.
  expect(await shown()).toBe(
    `<ul><li data-detail="email"><a href="mailto:hello@lantern.example">write</a></li><li data-detail="phone"><a href="tel:+44">+4 (0) 4</a></li><li data-detail="address">Lantern,
12 Lamp
Street</li></ul>`,
  )
  const done = await set({
    hospitalName: 'St. <Elmo> & "Sons"',
    phone: '+1 555 0100',
    address: '12 Harbour Road',
  })
  expect(done.status).toBe(200)
  expect(await shown()).toBe(
    `<ul><li data-detail="phone"><a href="tel:+15550100">+1 555 0100</a></li><li data-detail="address">St. &lt;Elmo&gt; &amp; &quot;Sons&quot;,
12 Harbour Road</li></ul>`,
  )
})
