import { chromium } from 'playwright-core'

const port = process.argv[2]
const password = process.argv[3]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [w, scheme] of [
  [1440, 'light'],
  [390, 'dark'],
]) {
  const ctx = await browser.newContext({ viewport: { width: w, height: 900 }, colorScheme: scheme })
  const page = await ctx.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
  await page.goto(`http://127.0.0.1:${port}/sign-in`)
  await page
    .getByLabel(/E-?mail/i)
    .first()
    .fill('receptionist@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard|patients|opd/, { timeout: 20000 })
  await page.goto(`http://127.0.0.1:${port}/patients`)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/dup-list-${w}.png` })
  for (const band of ['', '?band=possible', '?band=decided']) {
    await page.goto(`http://127.0.0.1:${port}/duplicates${band}`)
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/dup-${w}${band.replace(/\W/g, '')}.png`, fullPage: true })
  }
  await ctx.close()
}
await browser.close()
