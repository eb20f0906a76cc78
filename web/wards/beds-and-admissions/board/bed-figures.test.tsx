import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { BedFigures } from './BedFigures.tsx'

test.each([1500, 1150, 1100, 1060, 800, 600])(
  'figures that can’t be loaded are whole on a screen with room for %d px',
  async (width) => {
    await page.viewport(1920, 900)
    const screen = await show(
      <div style={{ width }}>
        <BedFigures beds={undefined} place={undefined} isMissing />
      </div>,
      hospitalFor('doctor'),
    )
    await expect.element(screen.getByText('Under Maintenance')).toBeVisible()
    const parts = [...screen.container.querySelectorAll<HTMLElement>('a, a *')].filter(
      (part) => part.checkVisibility() && part.scrollWidth > part.clientWidth,
    )
    expect(parts.map(({ outerHTML }) => outerHTML)).toEqual([])
    const strip = screen.container.querySelector('a')?.parentElement
    expect(strip?.scrollWidth).toBe(strip?.clientWidth)
  },
)
