import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { giveResetLink } from '../../../contract/people/account-links.ts'
import { newAccount, type StaffClient, sendSignIn, signUp, startApp } from '../../testing/app.ts'
import { holdLock } from '../../testing/held-lock.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const another = 'another-turn-of-the-wick'

/** Somebody, and a thief who knows the password. */
async function givenOwner() {
  const account = newAccount()
  const owner = await signUp(app, account)
  return { account, owner, asThief: () => sendSignIn(app, account) }
}

const hold = (statement: string, { id }: StaffClient) => holdLock(app, statement, [id])

async function resetLinkOf({ id }: StaffClient): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await admin.call(giveResetLink, { params: { id }, body: { token } })
  return token
}

const reset = (token: string) =>
  app.visitor.send('POST', '/api/auth/new-password', { body: { token, password: another } })
const change = (owner: StaffClient, typed: string, newPassword: string) =>
  app.visitor.send('POST', '/api/auth/change-password', {
    body: { password: typed, newPassword },
    headers: { cookie: owner.cookie },
  })
const sessionsOf = ({ id }: StaffClient) => app.asOwner('select id from session where staff_id = $1', [id])

test('a password that is reset while somebody signs in with it opens nothing', async () => {
  const { account, owner, asThief } = await givenOwner()
  const token = await resetLinkOf(owner)
  // The password was right; the session is about to begin.
  const { untilWaiting, letGo } = await hold('select from staff where id = $1 for update', owner)
  const thief = asThief()
  await untilWaiting(1)
  expect((await reset(token)).status).toBe(200)
  await letGo()
  expect((await thief).problem).toMatchObject({ status: 401, code: 'invalid_email_or_password' })
  expect((await thief).headers.getSetCookie()).toEqual([])
  expect(await sessionsOf(owner)).toEqual([])
  expect((await sendSignIn(app, { ...account, password: another })).status).toBe(200)
})

test('nor does one that its owner changes', async () => {
  const { account, owner, asThief } = await givenOwner()
  const { untilWaiting, letGo } = await hold('select from staff where id = $1 for update', owner)
  const thief = asThief()
  await untilWaiting(1)
  expect((await change(owner, account.password, another)).status).toBe(200)
  await letGo()
  expect((await thief).problem.status).toBe(401)
  expect(await sessionsOf(owner)).toHaveLength(1)
})

test('what was begun with a password is not done after it was reset: nobody takes the account back', async () => {
  const { account, owner } = await givenOwner()
  const token = await resetLinkOf(owner)
  const { untilWaiting, letGo } = await hold('select from account where staff_id = $1 for update', owner)
  const resetting = reset(token)
  await untilWaiting(1)
  const thief = change(owner, account.password, 'the-thief-keeps-it-lit')
  await untilWaiting(2)
  await letGo()
  expect((await resetting).status).toBe(200)
  expect((await thief).problem).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await sessionsOf(owner)).toEqual([])
  expect((await sendSignIn(app, { ...account, password: another })).status).toBe(200)
})

test('no session begins for an account that is deactivated just then', async () => {
  const { owner, asThief } = await givenOwner()
  const { untilWaiting, letGo } = await hold('update staff set active = false where id = $1', owner)
  const thief = asThief()
  await untilWaiting(1)
  await letGo()
  expect((await thief).problem).toMatchObject({ status: 403, code: 'account_deactivated' })
  // Its first is of the sign-up.
  expect(await sessionsOf(owner)).toHaveLength(1)
})
