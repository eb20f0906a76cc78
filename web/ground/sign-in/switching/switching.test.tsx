import { expect, test } from 'vitest'
import { drafts, hospitalFor, show } from '../../../testing/show.tsx'
import { forgetDrafts } from '../../client/draft-entries.ts'
import { lockedEntry } from '../auth.ts'
import { SignInAgain } from '../cover/SignInAgain.tsx'
import { bringDraftsBack, setDraftsAside } from './set-aside.ts'

const typed = '{"lastName":"Rao"}'

test('what somebody typed is out of reach while a colleague is there, and comes back with its owner alone', () => {
  hospitalFor('receptionist')
  sessionStorage.setItem('lantern.draft:owner:patient:new', typed)
  setDraftsAside('owner', '/patients/new')
  sessionStorage.setItem('lantern.draft:colleague:patient:new', '{}')
  expect(bringDraftsBack('colleague')).toBeUndefined()
  // The colleague signs out, which discards what is theirs.
  expect(drafts()).toEqual(['lantern.draft:colleague:patient:new'])
  forgetDrafts()
  expect(bringDraftsBack('owner')).toBe('/patients/new')
  expect(sessionStorage.getItem('lantern.draft:owner:patient:new')).toBe(typed)
  expect(bringDraftsBack('owner')).toBeUndefined()
})

test('a colleague can sign in on a locked screen, or leave it locked', async () => {
  const hospital = hospitalFor('receptionist')
  localStorage.setItem(lockedEntry, String(Date.now()))
  const screen = await show(<SignInAgain />, hospital)
  const cover = screen.getByRole('dialog', { name: 'Locked' })
  await cover.getByRole('button', { name: 'Switch user' }).click()
  await expect.element(cover.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.element(cover.getByLabelText('E-mail')).toHaveValue('')
  await cover.getByRole('button', { name: 'Back' }).click()
  await expect.element(cover.getByRole('button', { name: 'Unlock' })).toBeVisible()
})
