import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SecondStepOf } from '../../../../contract/hospital/settings.ts'
import { editSettings, readSettings } from '../../../../contract/hospital/settings.ts'
import { readOwnSignIn, removeStaffTwoFactor } from '../../../../contract/people/account.ts'
import { listStaff, readMe } from '../../../../contract/people/staff.ts'
import {
  clientOf,
  type NewAccount,
  newAccount,
  offerRoles,
  password,
  type StaffClient,
  sendSignIn,
  signUp,
  startApp,
} from '../../../testing/app.ts'
import { type Answer, ifMatch } from '../../../testing/client.ts'
import { openLive } from '../../../testing/live-stream.ts'
import { type Asked, securityKey } from '../../../testing/security-key.ts'

let hoursAhead = 0
const now = () => new Date(Date.now() + hoursAhead * 3_600_000)
const app = await startApp({ clock: now })
afterAll(() => app.close())
const admin = await app.founder()
const withStep = newAccount()
const steady = await signUp(app, withStep)
await offerRoles(admin, steady.id, ['admin'])
await steady.send('PUT', '/api/me/role', { body: { role: 'admin' } })
/** An administrator who has a second step, and decides for the hospital. */
await enrol(steady)

beforeEach(async () => {
  await app.asOwner('delete from sign_in_count')
  hoursAhead = 0
  await steady.renewToken()
  await ask('nobody')
})

function post(somebody: { cookie: string }, path: string, body: object): Promise<Answer> {
  return app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie: somebody.cookie } })
}

async function ask(secondStepOf: SecondStepOf, secondStepDays = 0) {
  const settings = (await steady.call(readSettings)).body
  const edited = await steady.call(
    editSettings,
    { body: { secondStepOf, secondStepDays } },
    ifMatch(settings),
  )
  expect(edited.status, edited.text).toBe(200)
  return edited.body
}

function codeOf(key: string): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() })
}

async function enrol(somebody: { cookie: string }): Promise<{ answer: Answer; key: string }> {
  const key = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32
  const answer = await post(somebody, 'two-factor/enable', { password, secret: key, code: codeOf(key) })
  return { answer, key }
}

async function addPasskey(somebody: { cookie: string }) {
  const key = securityKey({ origin: app.url })
  const asked = await post(somebody, 'passkey/add-options', { password })
  const added = await post(somebody, 'passkey/add', { name: 'My phone', made: key.make(asked.body as Asked) })
  return { key, added }
}

async function somebodyNew(): Promise<{ account: NewAccount; somebody: StaffClient }> {
  const account = newAccount()
  return { account, somebody: await signUp(app, account) }
}

const shut = { status: 403, code: 'second_step_required' }
async function isShut(somebody: StaffClient): Promise<boolean> {
  const answer = await somebody.send('GET', '/api/me/profile')
  return answer.status === 403 && answer.problem.code === shut.code
}

test('whoever is asked has the days that the hospital gives, is told until when, and is shut out then', async () => {
  const { somebody } = await somebodyNew()
  expect((await somebody.me()).secondStep).toBe(null)
  await ask('everyone', 7)
  const told = (await somebody.me()).secondStep
  expect(told?.isDue).toBe(false)
  const left = Date.parse(told?.by ?? '') - Date.now()
  expect(left / 86_400_000).toBeCloseTo(7, 1)
  expect(await isShut(somebody)).toBe(false)
  // A later colleague has as long, from their first day.
  hoursAhead = 7 * 24 - 1
  await somebody.renewToken()
  expect(await isShut(somebody)).toBe(false)
  hoursAhead = 7 * 24 + 1
  // Its cookie is as old: a session of now.
  await app.asOwner(`update session set expires_at = now() + interval '30 days'`)
  await somebody.renewToken()
  expect(await isShut(somebody)).toBe(true)
  expect((await somebody.me()).secondStep).toMatchObject({ isDue: true })
  hoursAhead = 0
})

test('it takes effect at once: the next call is refused, and the stream ends', async () => {
  const { somebody } = await somebodyNew()
  const stream = await openLive(app.url, somebody)
  await ask('everyone')
  expect(await isShut(somebody)).toBe(true)
  await expect.poll(() => stream.isOver, { timeout: 4000 }).toBe(true)
  await expect(openLive(app.url, somebody)).rejects.toThrow(shut.code)
  // Colleagues who have one are not disturbed.
  expect(await isShut(steady)).toBe(false)
  // And off again as soon.
  await ask('nobody')
  expect(await isShut(somebody)).toBe(false)
})

test('of administrators alone it is asked of whoever may become one, whatever role they work in', async () => {
  const { somebody } = await somebodyNew()
  const other = (await somebodyNew()).somebody
  await offerRoles(steady, somebody.id, ['admin', 'doctor'])
  await offerRoles(steady, other.id, ['doctor'])
  for (const who of [somebody, other]) await who.send('PUT', '/api/me/role', { body: { role: 'doctor' } })
  await ask('admins')
  expect(await isShut(somebody)).toBe(true)
  expect(await isShut(other)).toBe(false)
  // The first administrator as well.
  expect((await admin.call(listStaff)).problem).toMatchObject(shut)
})

test('such a session sets one up, and goes on', async () => {
  const [byApp, byKey] = [await somebodyNew(), await somebodyNew()]
  await ask('everyone')
  for (const path of [
    'change-password',
    'two-factor/disable',
    'two-factor/recovery-codes',
    'passkey/remove',
  ]) {
    const body = {
      password,
      ...(path === 'change-password' && { newPassword: 'another-lamp-at-night' }),
      ...(path === 'passkey/remove' && { id: byApp.somebody.id }),
    }
    expect((await post(byApp.somebody, path, body)).problem, path).toMatchObject(shut)
  }
  expect((await byApp.somebody.call(readOwnSignIn)).status).toBe(200)
  const { answer } = await enrol(byApp.somebody)
  expect(answer.status, answer.text).toBe(200)
  expect(await isShut(byApp.somebody)).toBe(false)
  expect((await byApp.somebody.me()).secondStep).toBe(null)
  const { added } = await addPasskey(byKey.somebody)
  expect(added.status, added.text).toBe(200)
  expect(await isShut(byKey.somebody)).toBe(false)
})

test('it still locks, unlocks and is signed out of', async () => {
  const { somebody } = await somebodyNew()
  await ask('everyone')
  expect((await post(somebody, 'lock', {})).status).toBe(200)
  expect((await post(somebody, 'unlock', { password })).status).toBe(200)
  expect((await post(somebody, 'sign-out', {})).status).toBe(200)
})

test('a session that was begun with the password alone is none, once its account has a second step', async () => {
  const { account, somebody } = await somebodyNew()
  const there = await clientOf(app, await sendSignIn(app, account))
  const { added, key } = await addPasskey(somebody)
  expect(added.status).toBe(200)
  await ask('everyone')
  expect(await isShut(somebody)).toBe(false)
  expect((await there.call(readMe)).problem.code).toBe('not_signed_in')
  // It gets no app of its own to go around the passkey with, either.
  expect((await enrol(there)).answer.problem.code).toBe('not_signed_in')
  expect((await post(there, 'passkey/add-options', { password })).problem.code).toBe('not_signed_in')
  // Nor does the password begin another.
  const refused = await sendSignIn(app, account)
  expect(refused.problem).toMatchObject({ status: 401, code: 'passkey_required' })
  expect(refused.headers.getSetCookie()).toEqual([])
  expect((await sendSignIn(app, { ...account, password: 'guessed' })).problem.code).toBe(
    'invalid_email_or_password',
  )
  const challenge = (await post({ cookie: '' }, 'passkey/options', {})).body as Asked
  const by = await clientOf(
    app,
    await app.visitor.send('POST', '/api/auth/sign-in/passkey', { body: key.sign(challenge) }),
  )
  expect(await isShut(by)).toBe(false)
})

test('a code at the sign-in is one', async () => {
  const { account, somebody } = await somebodyNew()
  const { key } = await enrol(somebody)
  await ask('everyone')
  hoursAhead = 1
  const body = { email: account.email, password, code: codeOf(key) }
  const by = await clientOf(app, await app.visitor.send('POST', '/api/auth/sign-in/email', { body }))
  expect(await isShut(by)).toBe(false)
})

test('the last one is kept while the hospital asks for one', async () => {
  const { somebody } = await somebodyNew()
  await enrol(somebody)
  await addPasskey(somebody)
  await somebody.renewToken()
  const [passkey] = (await somebody.call(readOwnSignIn)).body.passkeys
  await ask('everyone', 30)
  const both = await Promise.all([
    post(somebody, 'two-factor/disable', { password }),
    post(somebody, 'passkey/remove', { id: passkey?.id, password }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.problem.detail).toContain('Set up another first')
})

test('an administrator removes it with the lost phone, and its owner sets up another', async () => {
  const { account, somebody } = await somebodyNew()
  await enrol(somebody)
  await ask('everyone')
  expect((await steady.call(removeStaffTwoFactor, { params: { id: somebody.id } })).status).toBe(200)
  const again = await clientOf(app, await sendSignIn(app, account))
  expect(await isShut(again)).toBe(true)
  expect((await enrol(again)).answer.status).toBe(200)
  expect(await isShut(again)).toBe(false)
})

test('a sole administrator without phone and codes gets in once the database’s owner has removed them', async () => {
  const { account, somebody } = await somebodyNew()
  await enrol(somebody)
  await ask('everyone')
  for (const table of ['two_factor', 'passkey']) {
    await app.asOwner(`delete from ${table} where staff_id = (select id from staff where email = $1)`, [
      account.email,
    ])
  }
  const again = await clientOf(app, await sendSignIn(app, account))
  expect(await isShut(again)).toBe(true)
  expect((await enrol(again)).answer.status).toBe(200)
})

test('who turned it on is on record, and the database keeps what it can be', async () => {
  await ask('everyone', 14)
  const [entry] = await app.asOwner<{ changes: unknown }>(
    `select changes from audit_entry where action = 'editSettings' order by id desc limit 1`,
  )
  expect(entry?.changes).toMatchObject({ secondStepOf: ['nobody', 'everyone'], secondStepDays: [0, 14] })
  const write = (set: string) => app.asOwner(`update hospital set ${set}`)
  await expect(write(`second_step_of = 'doctors'`)).rejects.toThrow('hospital_second_step_of')
  await expect(write(`second_step_days = 91`)).rejects.toThrow('hospital_second_step_days')
  await expect(write(`second_step_since = null`)).rejects.toThrow('hospital_second_step_since')
})

test('the days begin anew when more are asked, and not when fewer are', async () => {
  const since = async () =>
    (await app.asOwner<{ since: string }>(`select second_step_since::text as since from hospital`))[0]?.since
  await ask('admins', 7)
  const first = await since()
  await ask('everyone', 7)
  const second = await since()
  expect(second).not.toBe(first)
  await ask('admins', 30)
  expect(await since()).toBe(second)
})
