import { expect } from '@playwright/test'
import { dear, test } from '../people.ts'
import { barriers, cutOff, show, walk } from '../screens/looks.ts'
import { isLookOfEachChange, type Look } from '../screens/tour.ts'
import { tours } from '../screens/tours.ts'

/**
 * Every screen in light and dark colours and at each width. The looks of accessibility.spec.ts are checked only for
 * contrast.
 */

test.describe.configure({ mode: 'parallel' })

for (const tour of tours) {
  test(`${tour.name}: no barrier, not too faint and nothing cut off, light and dark, at every width`, async ({
    page,
    browser,
  }) => {
    dear('it looks at every state at every width, light and dark')
    test.setTimeout(600_000)
    const looks = tour.looks.map((look) => {
      const isColours = look.colorScheme === 'dark' || isLookOfEachChange(tour, look)
      return { ...look, asked: isColours ? ('colours' as const) : ('all' as const) }
    })
    await walk({ page, browser }, tour, looks, test.step)
  })
}

test('what is a barrier, too faint or cut off is found at every width, light and dark', async ({ page }) => {
  const looks: Look[] = [
    { width: 390, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
    { width: 320, colorScheme: 'light' },
    { width: 1280, colorScheme: 'light' },
  ]
  const found = async (look: Look) => {
    await show(page, look)
    return await barriers(page, look.colorScheme === 'dark' ? 'colours' : 'all')
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  for (const look of looks) {
    expect(await found(look)).toEqual([])
    expect(await cutOff(page)).toEqual([])
  }
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<img src="data:,"><img src="data:,wide" class="mantine-visible-from-md"><p style="color: #999; background: #888">faint</p><div style="width: 1900px">wide</div>')`)
  for (const look of looks) {
    const barriersThere = (await found(look)).join('\n')
    expect(barriersThere).toContain('color-contrast: ')
    // The rule ran at the first width; all rules check elements that first appear at another width.
    expect(barriersThere.includes('data:,"')).toBe(
      (look.width === 390 && look.colorScheme === 'light') || look.width === 1280,
    )
    expect(barriersThere.includes('data:,wide')).toBe(look.width === 1280)
    expect(await cutOff(page)).not.toEqual([])
  }
})
