import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { address, drafts, hospitalFor, openScreen, show } from '../../../testing/show.tsx'
import { draftPrefix } from '../../client/draft-entries.ts'
import { leaveSession, lockedEntry, signedOutEntry } from '../auth.ts'
import { SignInAgain } from '../cover/SignInAgain.tsx'
import { heedOtherTabs } from './other-tabs.ts'
import { areUnsaved } from './unsaved-entries.ts'

const question = 'Discard unsaved entries?'
const words = 'There are unsaved entries in this browser, perhaps in another tab. Signing out discards them.'

function typeSomething(by: string) {
  sessionStorage.setItem(`lantern.draft:${by}:patient:new`, '{"lastName":"Rao"}')
}

/** Another tab, as far as one that signs out hears of it. */
function openTabWithEntries(): void {
  const line = new BroadcastChannel(draftPrefix)
  line.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    if (data !== 'unsaved') line.postMessage('unsaved')
  })
  onTestFinished(() => line.close())
}

test('signing out on the cover of a locked screen says first that unsaved entries will be discarded', async () => {
  const hospital = hospitalFor('receptionist')
  localStorage.setItem(lockedEntry, String(Date.now()))
  typeSomething(hospital.me.id)
  const screen = await show(<SignInAgain />, hospital)
  const cover = screen.getByRole('dialog', { name: 'Locked' })
  const signOut = cover.getByRole('button', { name: 'Sign out', exact: true })
  await signOut.click()
  const asked = cover.getByRole('group', { name: question })
  await expect.element(asked).toHaveAccessibleDescription(words)
  await expect.element(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(signOut).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(signOut).toHaveFocus()
  expect(hospital.isSignedOut).toBe(false)
  expect(drafts()).toHaveLength(1)
})

test('so does a screen that waits for a second step to be set up', async () => {
  const hospital = hospitalFor('receptionist')
  hospital.me.secondStep = { isDue: true, by: hospital.now }
  typeSomething(hospital.me.id)
  const screen = await show(<SignInAgain />, hospital)
  const cover = screen.getByRole('dialog', { name: 'Set up a second step' })
  await cover.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(cover.getByRole('group', { name: question })).toBeVisible()
  expect(hospital.isSignedOut).toBe(false)
  expect(drafts()).toHaveLength(1)
})

test('a locked page that was loaded anew hears of the entries in another tab, and discards them once told to', async () => {
  const hospital = hospitalFor('receptionist')
  localStorage.setItem(lockedEntry, String(Date.now()))
  openTabWithEntries()
  const screen = await openScreen('/sign-in/locked')
  await screen.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(screen.getByRole('group', { name: question })).toBeVisible()
  expect(hospital.isSignedOut).toBe(false)
  typeSomething(hospital.me.id)
  await screen.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect.poll(address).toBe('/sign-in')
  await expect.poll(drafts).toEqual([])
  expect(hospital.isSignedOut).toBe(true)
  expect(localStorage.getItem(signedOutEntry)).not.toBeNull()
})

test('where nothing is unsaved, signing out asks nothing', async () => {
  const hospital = hospitalFor('receptionist')
  localStorage.setItem(lockedEntry, String(Date.now()))
  const screen = await openScreen('/sign-in/locked')
  await screen.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.poll(address).toBe('/sign-in')
  expect(hospital.isSignedOut).toBe(true)
})

test('a page answers another tab that signs out, if that account has entries in it', async () => {
  hospitalFor('receptionist')
  const here = heedOtherTabs()
  const line = new BroadcastChannel(draftPrefix)
  onTestFinished(() => [here, line].forEach((one) => one.close()))
  const answers: unknown[] = []
  line.addEventListener('message', ({ data }) => answers.push(data))
  typeSomething('owner')
  expect(await areUnsaved('colleague')).toBe(false)
  answers.length = 0
  for (const asked of ['colleague', 'owner']) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    line.postMessage(asked)
  }
  await expect.poll(() => answers).toEqual(['unsaved'])
})

test('signing out discards the entries of that account alone', async () => {
  hospitalFor('receptionist')
  typeSomething('owner')
  typeSomething('colleague')
  await leaveSession(async () => {}, 'colleague')
  expect(drafts()).toEqual(['lantern.draft:owner:patient:new'])
})
