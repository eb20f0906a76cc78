import { expect } from '@playwright/test'
import { dear, test } from '../people.ts'
import { barriers, cutOff, show, walk } from '../screens/looks.ts'
import { isLookOfEachChange } from '../screens/tour.ts'
import { tours } from '../screens/tours.ts'

/**
 * The screens where staff spend their day, with their dialogs and errors, on a desk and on a small phone: axe finds no
 * barrier, and nothing is cut off. Contrast is tested by web/contrast.test.ts, and by the sweep beside this file, which
 * has all screens, widths and colours.
 */

test.describe.configure({ mode: 'parallel' })

for (const tour of tours) {
  const looks = tour.looks.filter((look) => isLookOfEachChange(tour, look))
  if (looks.length === 0) continue
  test(`${tour.name}: no barrier, nothing cut off`, async ({ page, browser }) => {
    dear('it looks at many states of screens')
    test.setTimeout(600_000)
    const asked = looks.map((look) => ({ ...look, asked: 'all but contrast' as const }))
    await walk({ page, browser }, tour, asked, test.step)
  })
}

test('what is a barrier or cut off is found', async ({ page }) => {
  const looks = [320, 1280].map((width) => ({ width, colorScheme: 'light' as const }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  for (const look of looks) {
    await show(page, look)
    expect(await barriers(page, 'all but contrast')).toEqual([])
    expect(await cutOff(page)).toEqual([])
  }
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<img src="data:,"><img src="data:,wide" class="mantine-visible-from-md"><div style="width: 1900px">wide</div>')`)
  for (const look of looks) {
    await show(page, look)
    const found = (await barriers(page, 'all but contrast')).join('\n')
    // All rules check elements that first appear at another width.
    expect(found).toContain('data:,"')
    expect(found.includes('data:,wide')).toBe(look.width === 1280)
    expect(await cutOff(page)).not.toEqual([])
  }
})
