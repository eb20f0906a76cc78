import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listOwnSessions, readOwnSignIn, removeStaffTwoFactor } from '../../../../contract/people/account.ts'
import { readMe } from '../../../../contract/people/staff.ts'
import {
  clientOf,
  type NewAccount,
  newAccount,
  type StaffClient,
  sendSignIn,
  signUp,
  startApp,
} from '../../../testing/app.ts'
import type { Answer } from '../../../testing/client.ts'
import { openLive } from '../../../testing/live-stream.ts'

let secondsAhead = 0
const now = () => new Date(Date.now() + secondsAhead * 1000)
const app = await startApp({ clock: now })
afterAll(() => app.close())
const admin = await app.founder()
beforeEach(() => app.asOwner('delete from sign_in_count'))

function post(somebody: { cookie: string }, path: string, body: object): Promise<Answer> {
  return app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie: somebody.cookie } })
}

/** The audit entries of these actions, oldest first. */
async function recordOf(actions: readonly string[], staffId: string) {
  await app.flushAudit()
  return app.asOwner<{ action: string; outcome: string }>(
    `select action, outcome from audit_entry where action = any ($1) and subject_id = $2 order by at`,
    [actions, staffId],
  )
}

async function somebodyNew(): Promise<{ account: NewAccount; somebody: StaffClient }> {
  const account = newAccount()
  return { account, somebody: await signUp(app, account) }
}

describe('the lock', () => {
  test('ends the stream and refuses every token, in all tabs, until the password is given', async () => {
    const { account, somebody } = await somebodyNew()
    const stream = await openLive(app.url, somebody)
    const locked = { isLocked: true, email: account.email, hasPassword: true }
    expect((await post(somebody, 'lock', {})).body).toEqual(locked)
    await expect.poll(() => stream.isOver, { timeout: 1000 }).toBe(true)
    expect((await somebody.call(readMe)).problem.code).toBe('not_signed_in')
    const token = await app.visitor.send('GET', '/api/auth/token', { headers: { cookie: somebody.cookie } })
    expect(token.problem.code).toBe('not_signed_in')
    // Reloading the page shows whose screen it is, and nothing more.
    expect((await post(somebody, 'lock', {})).body).toEqual(locked)
    // A locked session can't change the password.
    const change = { password: account.password, newPassword: 'another-long-one' }
    expect((await post(somebody, 'change-password', change)).problem.code).toBe('not_signed_in')

    const wrong = await post(somebody, 'unlock', { password: 'guessed' })
    expect(wrong.problem).toMatchObject({ status: 422, errors: [{ path: 'password' }] })
    expect((await somebody.call(readMe)).status).toBe(401)
    expect((await post(somebody, 'unlock', { password: account.password })).body).toEqual({ isLocked: false })
    await somebody.renewToken()
    expect((await somebody.call(readMe)).status).toBe(200)
    expect(await recordOf(['lock', 'unlock'], somebody.id)).toEqual([
      { action: 'lock', outcome: 'done' },
      { action: 'unlock', outcome: 'wrong_password' },
      { action: 'unlock', outcome: 'done' },
    ])
  })

  test('is of one session: another of the same person goes on, and says so in its list', async () => {
    const { account, somebody } = await somebodyNew()
    const there = await clientOf(app, await sendSignIn(app, account))
    await post(somebody, 'lock', {})
    const list = (await there.call(listOwnSessions)).body
    expect(list.map(({ isThis, isLocked }) => isThis !== isLocked)).toEqual([true, true])
  })

  test('guessing at it is slowed as guessing at a sign-in is', async () => {
    const { account, somebody } = await somebodyNew()
    await post(somebody, 'lock', {})
    const statuses: number[] = []
    for (let times = 0; times < 7; times++) {
      statuses.push((await post(somebody, 'unlock', { password: 'guessed' })).status)
    }
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses).toContain(429)
    // Colleagues can still unlock their own screens.
    const other = await somebodyNew()
    await post(other.somebody, 'lock', {})
    expect((await post(other.somebody, 'unlock', { password: account.password })).status).toBe(200)
  })

  test('whoever comes by may sign out instead', async () => {
    const { somebody } = await somebodyNew()
    await post(somebody, 'lock', {})
    expect((await post(somebody, 'sign-out', {})).status).toBe(200)
    expect((await post(somebody, 'unlock', { password: 'turn-the-wick-down' })).status).toBe(401)
  })
})

describe('one’s password', () => {
  test('is changed with the one before; other sessions end, and the old one opens nothing', async () => {
    const { account, somebody } = await somebodyNew()
    const there = await clientOf(app, await sendSignIn(app, account))
    const newPassword = 'a-longer-lamp-at-night'
    const refused = await post(somebody, 'change-password', { password: 'guessed', newPassword })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'password' }] })
    const changed = await post(somebody, 'change-password', { password: account.password, newPassword })
    expect(changed.body).toEqual({ ended: 1 })
    expect((await there.call(readMe)).status).toBe(401)
    expect((await somebody.call(readMe)).status).toBe(200)
    expect((await sendSignIn(app, account)).status).toBe(401)
    expect((await sendSignIn(app, { ...account, password: newPassword })).status).toBe(200)
    expect(await recordOf(['changePassword'], somebody.id)).toEqual([
      { action: 'changePassword', outcome: 'wrong_password' },
      { action: 'changePassword', outcome: 'done' },
    ])
  })

  test.each([
    ['Password123', 'too common'],
    ['Doctor-2026', 'too close to a name'],
    ['Lantern12345', 'too close to a name'],
    ['short', 'At least 8'],
    ['x'.repeat(129), 'At most 128'],
  ])('a new one that is %s is refused beside its field', async (newPassword, why) => {
    const { account, somebody } = await somebodyNew()
    const answer = await post(somebody, 'change-password', { password: account.password, newPassword })
    expect(answer.problem.errors).toEqual([{ path: 'newPassword', message: expect.stringContaining(why) }])
    expect((await sendSignIn(app, account)).status).toBe(200)
  })

  test.each(['lock', 'change-password', 'two-factor/disable'])(
    '%s is not done for a page of another origin, whose site may be the same',
    async (path) => {
      const { account, somebody } = await somebodyNew()
      const body =
        path === 'lock'
          ? {}
          : {
              password: account.password,
              ...(path === 'change-password' && { newPassword: 'another-long-one' }),
            }
      const headers = { cookie: somebody.cookie, origin: 'http://intranet.hospital.test' }
      const answer = await app.visitor.send('POST', `/api/auth/${path}`, { headers, body })
      expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
      expect((await somebody.call(readMe)).status).toBe(200)
      expect((await sendSignIn(app, account)).status).toBe(200)
    },
  )

  test('nothing of it is done without a session', async () => {
    for (const path of ['change-password', 'unlock', 'lock', 'two-factor/disable']) {
      const body = {
        password: 'a-password',
        ...(path === 'change-password' && { newPassword: 'another-one' }),
      }
      const answer = await post({ cookie: '' }, path, path === 'lock' ? {} : body)
      expect(answer.problem, path).toMatchObject({ status: 401, code: 'not_signed_in' })
    }
  })
})

const secret = () => new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32
const codeOf = (of: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: now().getTime() + ahead * 1000 })
const withCode = (account: NewAccount, code: string) =>
  app.visitor.send('POST', '/api/auth/sign-in/email', {
    body: { email: account.email, password: account.password, code },
  })

/** A person with two-factor authentication, which has used up the code of that moment. */
async function enrolled() {
  const { account, somebody } = await somebodyNew()
  const key = secret()
  const body = { password: account.password, secret: key, code: codeOf(key) }
  const answer = await post(somebody, 'two-factor/enable', body)
  const { recoveryCodes } = answer.body as { recoveryCodes: string[] }
  secondsAhead += 60
  return { account, somebody, key, recoveryCodes }
}

describe('two-factor authentication', () => {
  test('counts only once a code of the app was given, with the password', async () => {
    const { account, somebody } = await somebodyNew()
    const key = secret()
    const enable = (changed: object) =>
      post(somebody, 'two-factor/enable', {
        password: account.password,
        secret: key,
        code: codeOf(key),
        ...changed,
      })
    expect((await enable({ code: '000000' })).problem.errors?.[0]?.path).toBe('code')
    expect((await enable({ password: 'guessed' })).problem.errors?.[0]?.path).toBe('password')
    expect((await sendSignIn(app, account)).status).toBe(200)
    const { recoveryCodes } = (await enable({})).body as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(10)
    await somebody.renewToken()
    expect((await somebody.call(readOwnSignIn)).body).toMatchObject({ recoveryCodesLeft: 10 })
    expect((await enable({})).problem.status).toBe(409)
    // No stored row contains the key or a recovery code.
    const kept = await app.asOwner(
      `select to_jsonb(two_factor)::text as kept from two_factor union all select to_jsonb(recovery_code)::text from recovery_code
       union all select to_jsonb(audit_entry)::text from audit_entry`,
    )
    for (const hidden of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(JSON.stringify(kept)).not.toContain(hidden)
    }
  })

  test('is asked for after the password, and a code is good once', async () => {
    const { account, key } = await enrolled()
    const asked = await sendSignIn(app, account)
    expect(asked.problem).toMatchObject({ status: 401, code: 'two_factor_required' })
    expect(asked.headers.getSetCookie()).toEqual([])
    // The answer to a wrong password is the usual one, so that nobody learns who has two-factor authentication.
    expect((await sendSignIn(app, { ...account, password: 'guessed' })).problem.code).toBe(
      'invalid_email_or_password',
    )
    expect((await withCode(account, '000000')).problem.code).toBe('invalid_code')
    const code = codeOf(key)
    expect((await withCode(account, code)).status).toBe(200)
    expect((await withCode(account, code)).problem.code).toBe('code_used')
    // An earlier code is refused too, although a clock may be that late.
    expect((await withCode(account, codeOf(key, -30))).problem.code).toBe('code_used')
    secondsAhead += 30
    expect((await withCode(account, codeOf(key))).status).toBe(200)
  })

  test.each([
    ['12345', 'Enter the six digits that the app shows.'],
    ['123 4567', 'Enter the six digits that the app shows.'],
    ['abcd-efgh', 'This recovery code is wrong, or was used already.'],
  ])('that is mistyped as %s is told by what it was meant to be', async (typed, detail) => {
    const { account } = await enrolled()
    expect((await withCode(account, typed)).problem).toMatchObject({ code: 'invalid_code', detail })
  })

  test.each(['\ud800', '1\u00002345'])('a code of what nobody can type, %j, is refused', async (code) => {
    const { account } = await somebodyNew()
    const answer = await post({ cookie: '' }, 'sign-in/email', {
      email: account.email,
      password: account.password,
      code,
    })
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ path: 'code' }] })
  })

  test('of many who come with one code at once, one gets in', async () => {
    const { account, key } = await enrolled()
    const code = codeOf(key)
    const answers = await Promise.all(Array.from({ length: 5 }, () => withCode(account, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a recovery code is good once, however it is typed', async () => {
    const { account, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const answers = await Promise.all(Array.from({ length: 3 }, () => withCode(account, first)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const somebody = await clientOf(
      app,
      await withCode(account, ` ${second.replace('-', ' ').toUpperCase()} `),
    )
    expect((await somebody.call(readOwnSignIn)).body.recoveryCodesLeft).toBe(8)
    expect((await withCode(account, second)).problem.code).toBe('invalid_code')
  })

  test('new recovery codes take the place of those before, and ask for the password', async () => {
    const { account, somebody, recoveryCodes } = await enrolled()
    expect((await post(somebody, 'two-factor/recovery-codes', { password: 'guessed' })).status).toBe(422)
    const answer = await post(somebody, 'two-factor/recovery-codes', { password: account.password })
    const renewed = (answer.body as { recoveryCodes: string[] }).recoveryCodes
    expect((await withCode(account, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await withCode(account, renewed[0] ?? '')).status).toBe(200)
  })

  test('guessing codes is slowed here, and locks nobody out elsewhere', async () => {
    const { account, key, somebody } = await enrolled()
    const guess = (code: string, headers = {}) =>
      app.visitor.send('POST', '/api/auth/sign-in/email', {
        body: { email: account.email, password: account.password, code },
        headers,
      })
    const statuses: number[] = []
    for (let times = 0; times < 8; times++) statuses.push((await guess(`00000${times}`)).status)
    expect(statuses).toContain(429)
    // In the owner's own browser, which the owner's sign-in made known.
    expect((await guess(codeOf(key), { cookie: somebody.cookie })).status).toBe(200)
  })

  test('is turned off with the password alone', async () => {
    const { account, somebody, recoveryCodes } = await enrolled()
    expect((await post(somebody, 'two-factor/disable', { password: 'guessed' })).status).toBe(422)
    expect((await sendSignIn(app, account)).problem.code).toBe('two_factor_required')
    expect((await post(somebody, 'two-factor/disable', { password: account.password })).status).toBe(200)
    expect((await sendSignIn(app, account)).status).toBe(200)
    expect((await post(somebody, 'two-factor/recovery-codes', { password: account.password })).status).toBe(
      409,
    )
    expect(recoveryCodes).toHaveLength(10)
  })

  test('is removed by an administrator where the phone is lost, which ends all sessions and is on record', async () => {
    const { account, somebody } = await enrolled()
    const params = { id: somebody.id }
    await admin.renewToken()
    const removed = await admin.call(removeStaffTwoFactor, { params })
    expect(removed.body).toEqual({ id: somebody.id, sessions: 0, hasTwoFactor: false, passkeys: 0 })
    expect((await sendSignIn(app, account)).status).toBe(200)
    const entries = await app.asOwner(
      `select changes from audit_entry where action = 'removeStaffTwoFactor' and subject_id = $1 and outcome = 'done'`,
      [somebody.id],
    )
    expect(entries).toEqual([{ changes: { twoFactor: [true, false], passkeys: [0, 0], ended: 1 } }])
  })

  test('an administrator’s own is turned off under Settings alone, where the password is asked for', async () => {
    await admin.renewToken()
    expect((await admin.call(removeStaffTwoFactor, { params: { id: admin.id } })).problem).toMatchObject({
      status: 409,
      code: 'own_account',
      detail: 'Turn off your own two-factor authentication, and remove your own passkeys, under Settings.',
    })
  })

  test('who had the password and no code is on record', async () => {
    const { account, somebody } = await enrolled()
    await sendSignIn(app, account)
    const entries = (await recordOf(['signIn'], somebody.id)).map(({ outcome }) => outcome)
    expect(entries).toContain('two_factor_required')
  })
})
