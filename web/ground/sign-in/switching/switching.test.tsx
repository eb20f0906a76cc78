import { expect, test } from 'vitest'
import { drafts, hospitalFor, openScreen, show } from '../../../testing/show.tsx'
import { forgetDrafts } from '../../client/draft-entries.ts'
import { lockedEntry } from '../auth.ts'
import { SignInAgain } from '../cover/SignInAgain.tsx'
import { setDraftsAside, takeUp } from './set-aside.ts'

const typed = '{"lastName":"Rao"}'

test('what somebody typed is out of reach while a colleague is there, and comes back with its owner alone', () => {
  hospitalFor('receptionist')
  sessionStorage.setItem('lantern.draft:owner:patient:new', typed)
  setDraftsAside('owner', '/patients/new')
  sessionStorage.setItem('lantern.draft:colleague:patient:new', '{}')
  expect(takeUp('colleague')).toBeUndefined()
  // The colleague signs out, which discards what is theirs.
  expect(drafts()).toEqual(['lantern.draft:colleague:patient:new'])
  forgetDrafts()
  expect(takeUp('owner')).toBe('/patients/new')
  expect(sessionStorage.getItem('lantern.draft:owner:patient:new')).toBe(typed)
  expect(takeUp('owner')).toBeUndefined()
})

test('drafts that were never set aside wait, too, once a page is loaded for a colleague, and a page of their owner has them again', async () => {
  const hospital = hospitalFor('receptionist')
  const own = `lantern.draft:${hospital.me.id}:patient:new`
  setDraftsAside('colleague')
  sessionStorage.setItem('lantern.draft:colleague:patient:new', typed)
  sessionStorage.setItem(own, typed)
  setDraftsAside(hospital.me.id, '/patients/new')
  await openScreen('/unauthorized')
  await expect.poll(drafts).toEqual([own])
  expect(sessionStorage.getItem(own)).toBe(typed)
  expect(takeUp('colleague')).toBeUndefined()
  expect(sessionStorage.getItem('lantern.draft:colleague:patient:new')).toBe(typed)
})

test('what is set aside twice is all there, and never covers what was typed since', () => {
  hospitalFor('receptionist')
  sessionStorage.setItem('lantern.draft:owner:patient:new', typed)
  setDraftsAside('owner', '/patients/new')
  sessionStorage.setItem('lantern.draft:owner:note:1', '{}')
  setDraftsAside('owner')
  sessionStorage.setItem('lantern.draft:owner:note:1', '{"plan":"Rest"}')
  expect(takeUp('owner')).toBe('/patients/new')
  expect(sessionStorage.getItem('lantern.draft:owner:patient:new')).toBe(typed)
  expect(sessionStorage.getItem('lantern.draft:owner:note:1')).toBe('{"plan":"Rest"}')
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
