import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { editSettings, readSettings } from '../../../contract/site/settings.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'

const web = mkdtempSync(join(tmpdir(), 'lantern-web-'))
for (const folder of ['assets', 'public-pages']) mkdirSync(join(web, folder))
const page = `<ul><li data-detail="email"><a href="mailto:__HOSPITAL_email(hello@lantern.example)__">write</a></li><li data-detail="phone"><a href="tel:__HOSPITAL_dialled(+44)__">__HOSPITAL_phone(+4 4)__</a></li><li data-detail="address">__HOSPITAL_name(Lantern)__,
__HOSPITAL_address(12 Lamp
Street)__</li></ul>`
writeFileSync(join(web, 'index.html'), 'the screens')
for (const name of ['home', 'teams', 'About']) writeFileSync(join(web, `public-pages/${name}.html`), page)
const app = await startApp({ webDirectory: web })
afterAll(async () => {
  await app.close()
  rmSync(web, { recursive: true })
})

test('a public page says how the hospital is reached as soon as it is set, and nothing that it lacks', async () => {
  const admin = await app.founder()
  const shown = async () => (await app.visitor.send('GET', '/teams')).text
  const set = async (body: object) =>
    admin.call(editSettings, { body }, ifMatch((await admin.call(readSettings)).body))
  await set({ email: null, phone: null, address: null })
  // Nothing is known: the sample stands.
  expect(await shown()).toBe(
    `<ul><li data-detail="email"><a href="mailto:hello@lantern.example">write</a></li><li data-detail="phone"><a href="tel:+44">+4 4</a></li><li data-detail="address">Lantern,
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
