import { expect } from '@playwright/test'
import { dear, signIn, test } from '../people.ts'
import { most, walkScreens, watched } from './shifts.ts'

/**
 * The screens where staff spend their day on a phone, while their data loads slowly: nothing jumps, and the page does
 * nothing that its security policy refuses. The sweep beside this file has all screens and widths, and what no address
 * leads to.
 */

test.describe.configure({ mode: 'parallel' })

test('nothing jumps where staff spend their day, and nothing is refused, 390 px wide', async ({ page }) => {
  dear('it opens many screens')
  test.setTimeout(600_000)
  await walkScreens(page, 390, { onlyDaily: true })
})

test('what jumps is seen, in a tab behind another too, and so is what the policy refuses', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const shiftsOf = await watched(page)
  await page.goto('/patients')
  expect((await shiftsOf()).sum).toBeLessThanOrEqual(most)
  await (await page.context().newPage()).goto('/beds')
  expect(await page.evaluate('refused')).toEqual([])
  await page.evaluate(`document.querySelector('main').style.paddingTop = '200px'`)
  expect((await shiftsOf()).sum).toBeGreaterThan(most)
  // Two scripts that the policy refuses: one in the page itself, and one from another host.
  await page.evaluate(`{
    const written = document.createElement('script')
    written.textContent = 'window.ran = true'
    const foreign = document.createElement('img')
    foreign.src = 'https://elsewhere.example/pixel.png'
    document.body.append(written, foreign)
  }`)
  await expect.poll(async () => (await page.evaluate<string[]>('refused')).length).toBeGreaterThanOrEqual(2)
  expect(await page.evaluate('window.ran')).toBeUndefined()
})
