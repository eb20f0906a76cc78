import { afterAll, expect, test } from 'vitest'
import { listInvitations, readInvitation } from '../../../contract/people/invitations.ts'
import { startApp } from '../../testing/app.ts'
import { givenInvitation } from '../../testing/factories/invitations.ts'
import { openMailbox, tokenIn } from '../../testing/mailbox.ts'

const mailbox = await openMailbox()
const publicUrl = 'https://lantern.example.org'
const app = await startApp({
  mail: { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl },
})
const mailless = await startApp()
afterAll(async () => {
  await Promise.all([app.close(), mailless.close()])
  await mailbox.close()
})
const admin = await app.founder()
const ana = { firstName: 'Ana', lastName: 'Costa', email: 'ana@hospital.test' }
const patience = { timeout: 20_000, interval: 20 }

const offerOf = async (token: string, at = app) =>
  (await at.visitor.call(readInvitation, { body: { token } })).body

test('who is invited is listed, mailed a link of their own, and named on the form that it opens', async () => {
  const { id, token, ...made } = await givenInvitation(admin, ['doctor'], ana)
  expect(made).toMatchObject({ ...ana, isMailed: true, mailedAt: null })
  const listed = async () => (await admin.call(listInvitations)).body.items.find((one) => one.id === id)
  await expect.poll(async () => (await listed())?.mailedAt, patience).not.toBeNull()
  expect(await listed()).toMatchObject(ana)
  const [letter, ...others] = mailbox.letters
  expect(others).toEqual([])
  expect(letter?.to).toMatchObject({ value: [{ address: ana.email, name: 'Ana Costa' }] })
  const mailed = tokenIn(letter)
  expect(letter?.text).toContain(`${publicUrl}/sign-up#${mailed}`)
  expect(await offerOf(mailed)).toEqual({ offeredRoles: ['doctor'], ownRoles: [], ...ana })
  // The link works once, and that is the one in the mail.
  expect((await offerOf(token)).offeredRoles).toEqual([])
})

test('without an address, or where no mail is sent, the link is the one that was made', async () => {
  const before = mailbox.letters.length
  const unaddressed = await givenInvitation(admin, ['doctor'], { firstName: 'Ana' })
  expect(unaddressed).toMatchObject({ firstName: 'Ana', lastName: null, email: null, isMailed: false })
  expect((await offerOf(unaddressed.token)).offeredRoles).toEqual(['doctor'])
  const theirs = await givenInvitation(await mailless.founder(), ['doctor'], ana)
  expect(theirs.isMailed).toBe(false)
  expect(await offerOf(theirs.token, mailless)).toEqual({ offeredRoles: ['doctor'], ownRoles: [], ...ana })
  expect(mailbox.letters).toHaveLength(before)
})
