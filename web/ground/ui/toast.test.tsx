import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hospitalFor, show } from '../../testing/show.tsx'
import { ToastPlace, toast } from './toast.tsx'

test.each([
  ['Saved', 200, false],
  ['Lantern can’t open this: the server can’t be reached. Try again, or reload the page.', 200, true],
  ['Lantern can’t open this: the server can’t be reached. Try again, or reload the page.', 60, true],
])(
  'a message that is higher than the bar takes more room, and no other does: %s in %d px',
  async (text, width, isLong) => {
    await page.viewport(390, 800)
    const screen = await show(
      <div style={{ display: 'flex', alignItems: 'center', width, height: 56 }}>
        <ToastPlace where="header" />
      </div>,
      hospitalFor('doctor'),
    )
    toast.error(text)
    await expect.element(screen.getByRole('alert')).toBeVisible()
    const message = document.querySelector<HTMLElement>('[data-toast]')
    expect(message?.dataset['long']).toBe(isLong ? 'true' : undefined)
    expect(message?.scrollHeight).toBeLessThanOrEqual(message?.clientHeight ?? 0)
  },
)
