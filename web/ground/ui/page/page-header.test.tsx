import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { ButtonPopover } from '../ButtonPopover.tsx'
import { PageHeader } from './PageHeader.tsx'

const usual = { width: window.innerWidth, height: window.innerHeight }
beforeAll(() => page.viewport(390, 600))
afterAll(async () => {
  scrollTo(0, 0)
  await page.viewport(usual.width, usual.height)
})

const bar = {
  position: 'sticky',
  top: 0,
  height: 56,
  display: 'flex',
  justifyContent: 'space-between',
} as const

function Screen() {
  return (
    <div style={{ height: 2400 }}>
      <div style={bar}>
        <span style={{ anchorName: '--bar-name' }}>St. Elmo</span>
        <span style={{ anchorName: '--bar-tools' }}>Bell</span>
      </div>
      <PageHeader title="Beds" context="Manage beds" folds>
        <ButtonPopover button={<Button variant="default">Bed History</Button>}>
          {() => <input aria-label="When" />}
        </ButtonPopover>
        <Button leftSection={<IconPlus />}>Add Bed</Button>
      </PageHeader>
    </div>
  )
}

test('the head of a scrolled page is in the bar, and keeps what is open from it', async () => {
  const screen = await show(<Screen />, hospitalFor('admin'))
  const [title, main, history, more, when] = [
    screen.getByRole('heading', { name: 'Beds' }),
    screen.getByRole('button', { name: 'Add Bed' }),
    screen.getByRole('button', { name: 'Bed History' }),
    screen.getByRole('button', { name: 'More actions' }),
    screen.getByRole('textbox', { name: 'When' }),
  ]
  const bottomOf = (part: typeof title) => part.element().getBoundingClientRect().bottom
  const [place, length] = [bottomOf(main), document.documentElement.scrollHeight]

  scrollTo(0, 600)
  await expect.poll(() => bottomOf(more)).toBeGreaterThan(0)
  for (const part of [title, main, more]) expect(bottomOf(part)).toBeLessThanOrEqual(56)
  await expect.element(history).not.toBeInTheDocument()
  expect(document.documentElement.scrollHeight).toBe(length)

  more.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(history).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(history).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(history).not.toBeInTheDocument()
  await expect.element(more).toHaveFocus()
  await more.click()
  await history.click()
  await when.fill('yesterday')
  scrollTo(0, 0)
  // Time in which the head would go back, and the button with it.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(when).toBeVisible()
  await expect.element(when).toHaveValue('yesterday')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => bottomOf(main)).toBe(place)
  await page.viewport(900, 600)
  await expect.element(history).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})
