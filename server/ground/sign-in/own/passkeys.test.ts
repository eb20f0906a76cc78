import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readOwnSignIn, readStaffSignIn, removeStaffTwoFactor } from '../../../../contract/people/account.ts'
import { readMe } from '../../../../contract/people/staff.ts'
import { clientOf, newAccount, offerRoles, password, signUp, startApp } from '../../../testing/app.ts'
import type { Answer } from '../../../testing/client.ts'
import { type Asked, securityKey as keyFor } from '../../../testing/security-key.ts'
import { placeOfDevice } from '../attempt-origin.ts'

let minutesAhead = 0
const app = await startApp({ clock: () => new Date(Date.now() + minutesAhead * 60_000) })
afterAll(() => app.close())
const admin = await app.founder()
beforeEach(async () => {
  minutesAhead = 0
  await app.asOwner('delete from sign_in_count')
})

function post(path: string, body: object, cookie = ''): Promise<Answer> {
  return app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie } })
}

const securityKey = (kind: { origin?: string; asksWho?: boolean } = {}) =>
  keyFor({ origin: app.url, ...kind })

/** Somebody with a passkey. */
async function withPasskey(key = securityKey()) {
  const account = newAccount()
  const somebody = await signUp(app, account)
  const asked = await post('passkey/add-options', { password: account.password }, somebody.cookie)
  const made = key.make(asked.body as Asked)
  const added = await post('passkey/add', { name: 'My phone', made }, somebody.cookie)
  return { account, somebody, key, made, added }
}

async function challenge(): Promise<Asked> {
  return (await post('passkey/options', {})).body as Asked
}

test('a passkey is added with the password, signs in, and stands for both factors', async () => {
  const { account, somebody, key, added } = await withPasskey()
  expect(added.status, added.text).toBe(200)
  const guessed = await post('passkey/add-options', { password: 'guessed' }, somebody.cookie)
  expect(guessed.problem.errors?.[0]?.path).toBe('password')
  const answer = await post('sign-in/passkey', key.sign(await challenge()))
  expect(answer.status, answer.text).toBe(200)
  const there = await clientOf(app, answer)
  expect(await there.me()).toMatchObject({ email: account.email })
  expect((await there.call(readOwnSignIn)).body.passkeys).toMatchObject([
    { name: 'My phone', usedAt: expect.any(String) },
  ])
  await app.flushAudit()
  const entries = await app.asOwner(
    `select action, changes from audit_entry where staff_id = $1 and action <> 'signUp' order by at`,
    [somebody.id],
  )
  expect(entries).toContainEqual({ action: 'addPasskey', changes: { passkey: 'My phone' } })
  expect(entries).toContainEqual({ action: 'signIn', changes: { by: 'passkey' } })
})

test('the ways in which a browser reaches a key are names, also those of a newer browser', async () => {
  const somebody = await signUp(app, newAccount())
  const asked = await post('passkey/add-options', { password }, somebody.cookie)
  const { response, ...made } = securityKey().make(asked.body as Asked)
  const add = (transports: string[]) =>
    post(
      'passkey/add',
      { name: 'My key', made: { ...made, response: { ...response, transports } } },
      somebody.cookie,
    )
  for (const odd of ['a\u0000b', '\ud800', 'USB\n'])
    expect((await add(['usb', odd])).problem).toMatchObject({ status: 422, code: 'invalid_input' })
  const added = await add(['usb', 'telepathy'])
  expect(added.status, added.text).toBe(200)
  const kept = await app.asOwner('select transports from passkey where staff_id = $1', [somebody.id])
  expect(kept).toEqual([{ transports: ['usb', 'telepathy'] }])
})

test('one that was added already is not added again, by its owner or by somebody else', async () => {
  const { somebody, made, key } = await withPasskey()
  const again = await post('passkey/add', { name: 'My phone', made }, somebody.cookie)
  const elsewhere = (await withPasskey(key)).added
  for (const { problem } of [again, elsewhere])
    expect(problem).toMatchObject({ status: 409, detail: 'This passkey was added already.' })
})

test('its answer is good once, for five minutes, and here alone', async () => {
  const { key } = await withPasskey()
  const refused = async (answer: object) => {
    const { problem } = await post('sign-in/passkey', answer)
    expect(problem).toMatchObject({ status: 401, code: 'invalid_passkey' })
  }
  const answer = key.sign(await challenge())
  const both = await Promise.all([post('sign-in/passkey', answer), post('sign-in/passkey', answer)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  await refused(answer)
  const late = await challenge()
  minutesAhead = 6
  await refused(key.sign(late))
  minutesAhead = 0
  await refused(key.sign({ challenge: randomBytes(56).toString('base64url') }))
  const phished = await withPasskey(securityKey({ origin: 'https://elsewhere.example' }))
  expect(phished.added.status).toBe(409)
  await refused(phished.key.sign(await challenge()))
  // A key that does not ask who is there is one factor.
  expect((await withPasskey(securityKey({ asksWho: false }))).added.status).toBe(409)
  await refused(securityKey().sign(await challenge()))
})

test('what was asked in one session adds nothing in another', async () => {
  const { account, somebody } = await withPasskey()
  const other = await signUp(app)
  const asked = await post('passkey/add-options', { password: account.password }, somebody.cookie)
  const made = securityKey().make(asked.body as Asked)
  expect((await post('passkey/add', { name: 'Not mine', made }, other.cookie)).status).toBe(409)
  // Nor is what signs in good for adding one.
  const mixed = securityKey().make(await challenge())
  expect((await post('passkey/add', { name: 'Mixed up', made: mixed }, somebody.cookie)).status).toBe(409)
})

test('a removed one opens nothing, nor one of an account that was deactivated', async () => {
  const { somebody, key } = await withPasskey()
  const [passkey] = (await somebody.call(readOwnSignIn)).body.passkeys
  const other = await signUp(app)
  const remove = (by: { cookie: string }, typed = password) =>
    post('passkey/remove', { id: passkey?.id, password: typed }, by.cookie)
  expect((await remove(other)).status).toBe(404)
  // Nor by a passer-by at an open screen.
  expect((await remove(somebody, 'guessed')).problem.errors?.[0]?.path).toBe('password')
  expect((await somebody.call(readOwnSignIn)).body.passkeys).toHaveLength(1)
  expect((await remove(somebody)).status).toBe(200)
  expect((await post('sign-in/passkey', key.sign(await challenge()))).status).toBe(401)

  const leaver = await withPasskey()
  await offerRoles(admin, leaver.somebody.id, [], false)
  const answer = await post('sign-in/passkey', leaver.key.sign(await challenge()))
  expect(answer.problem).toMatchObject({ status: 403, code: 'account_deactivated' })
})

test('it unlocks its owner’s screen, and nobody else’s', async () => {
  const { somebody, key } = await withPasskey()
  const other = await withPasskey()
  await post('lock', {}, somebody.cookie)
  const wrong = await post('unlock/passkey', other.key.sign(await challenge()), somebody.cookie)
  expect(wrong.status).toBe(409)
  expect((await somebody.call(readMe)).status).toBe(401)
  const right = await post('unlock/passkey', key.sign(await challenge()), somebody.cookie)
  expect(right.body).toEqual({ isLocked: false })
  await somebody.renewToken()
  expect((await somebody.call(readMe)).status).toBe(200)
})

test('a browser is known by it, as by a password', async () => {
  const { somebody, key } = await withPasskey()
  const known = () =>
    app.asOwner<{ place: string }>(
      `select place from sign_in_place where staff_id = $1 and place like 'device:%'`,
      [somebody.id],
    )
  await app.asOwner('delete from sign_in_place where staff_id = $1', [somebody.id])
  const entered = await post('sign-in/passkey', key.sign(await challenge()))
  const cookie = entered.headers.getSetCookie().find((line) => line.startsWith('lantern.device=')) ?? ''
  const device = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
  expect(await known()).toEqual([{ place: placeOfDevice(device) }])
  await app.asOwner('delete from sign_in_place where staff_id = $1', [somebody.id])
  const { cookie: session } = await clientOf(app, entered)
  const both = `${session}; lantern.device=${device}`
  await post('lock', {}, both)
  expect((await post('unlock/passkey', key.sign(await challenge()), both)).status).toBe(200)
  expect(await known()).toEqual([{ place: placeOfDevice(device) }])
})

test('an administrator removes it with the lost phone', async () => {
  const { somebody, key } = await withPasskey()
  const params = { id: somebody.id }
  expect((await admin.call(readStaffSignIn, { params })).body.passkeys).toBe(1)
  expect((await admin.call(removeStaffTwoFactor, { params })).body).toMatchObject({
    passkeys: 0,
    sessions: 0,
  })
  expect((await post('sign-in/passkey', key.sign(await challenge()))).status).toBe(401)
})
