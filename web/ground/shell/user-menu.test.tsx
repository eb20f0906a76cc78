import { expect, test } from 'vitest'
import { drafts, hospitalFor, show } from '../../testing/show.tsx'
import { UserMenu } from './UserMenu.tsx'

test('signing out says first that unsaved entries in this or another tab will be discarded', async () => {
  const hospital = hospitalFor('receptionist')
  const screen = await show(<UserMenu defaultOpened />, hospital)
  sessionStorage.setItem('lantern.draft:someone:patient:new', '{"lastName":"Rao"}')
  await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = screen.getByRole('dialog', { name: 'Discard unsaved entries?' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(drafts()).toHaveLength(1)
})
