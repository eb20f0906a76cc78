import { argon2Sync } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { hashPassword as hashAsBefore } from 'better-auth/crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { listPatients } from '../../../contract/people/patients.ts'
import { readMe } from '../../../contract/people/staff.ts'
import { buildApp } from '../../app.ts'
import { clientOf, newAccount, sendSignIn, sendSignUp, signUp, startApp } from '../../testing/app.ts'
import { asCostlyAsInHospitals } from '../../testing/cheap-passwords.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { connect } from '../db/connect.ts'
import { nobodyWaits } from '../db/time-limits.ts'

const app = await startApp()
afterAll(() => app.close())
await app.founder()

describe('signing in', () => {
  test('gives a cookie that no script can read and no other site can send', async () => {
    const account = newAccount()
    expect((await sendSignUp(app, account)).status).toBe(200)
    const answer = await sendSignIn(app, account)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^lantern\.session_token=[^;]+;/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
    expect(cookie).toContain('Path=/')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const token = /session_token=([^.;]+)/.exec(decodeURIComponent(cookie))?.[1] ?? ''
    expect(token).toMatch(/^\w{32}$/)
    expect(answer.text).not.toContain(token)
    const somebody = await clientOf(app, answer)
    expect(await somebody.me()).toMatchObject({ email: account.email, role: null, offeredRoles: [] })
  })

  test('again in the same browser leaves no session behind, by whomever, and ends none elsewhere', async () => {
    const [account, other] = [newAccount(), newAccount()]
    const first = await clientOf(app, await sendSignUp(app, account))
    const elsewhere = await clientOf(app, await sendSignIn(app, account))
    const again = await clientOf(app, await sendSignIn(app, account, { cookie: first.cookie }))
    await expect.poll(async () => (await first.call(readMe)).status, { timeout: 8000 }).toBe(401)
    const headers = { cookie: first.cookie }
    const refused = await app.visitor.send('GET', '/api/auth/token', { headers })
    expect(refused.status).toBe(401)
    // Its answer can be later than the next one's sign-in, whose cookie stays.
    expect(refused.headers.get('set-cookie')).toBeNull()
    // A try that fails ends nothing.
    await sendSignIn(app, { ...account, password: 'guessed' }, { cookie: again.cookie })
    expect((await again.call(readMe)).status).toBe(200)
    const next = await clientOf(app, await sendSignUp(app, other, { cookie: again.cookie }))
    await expect.poll(async () => (await again.call(readMe)).status, { timeout: 8000 }).toBe(401)
    for (const one of [next, elsewhere]) expect((await one.call(readMe)).status).toBe(200)
  })

  test('keeps of a password what OWASP asks for, and keeps anew what was kept otherwise', async () => {
    const account = newAccount()
    const { id } = await asCostlyAsInHospitals(() => signUp(app, account))
    const kept = async () => {
      const rows = await app.asOwner<{ password: string }>(
        'select password from account where staff_id = $1',
        [id],
      )
      return rows[0]?.password
    }
    expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const [, , , , salt = '', hash] = ((await kept()) ?? '').split('$')
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    const known = { message: account.password, nonce: Buffer.from(salt, 'base64') }
    expect(
      argon2Sync('argon2id', { ...known, ...cost })
        .toString('base64')
        .replace(/=+$/, ''),
    ).toBe(hash)
    const earlier = await hashAsBefore(account.password)
    await app.asOwner('update account set password = $1 where staff_id = $2', [earlier, id])
    expect((await sendSignIn(app, { ...account, password: 'not-the-one' })).status).toBe(401)
    expect(await kept()).toBe(earlier)
    for (let times = 0; times < 2; times++) expect((await sendSignIn(app, account)).status).toBe(200)
    expect(await kept()).toMatch(/^\$argon2id\$/)
  })

  test.each([
    'all small and with spaces',
    '7294605518',
    'ALTA PRECISIÓN',
    '🕯️🕯️🕯️🕯️ and a lamp',
    `${'long '.repeat(25)}end`,
  ])('takes any password that is long enough, whole and in its case: %s', async (password) => {
    const account = newAccount({ password })
    expect((await sendSignUp(app, account)).status).toBe(200)
    expect((await sendSignIn(app, account)).status).toBe(200)
    for (const other of [password.slice(0, -1), password.toUpperCase(), ` ${password}`]) {
      if (other === password) continue
      await app.asOwner('delete from sign_in_count')
      expect((await sendSignIn(app, { ...account, password: other })).status).not.toBe(200)
    }
  })

  test('works with the e-mail in any case', async () => {
    const account = newAccount({ email: 'Mixed.Case@Hospital.test' })
    expect((await sendSignUp(app, account)).status).toBe(200)
    const answer = await sendSignIn(app, { ...account, email: ' mixed.case@HOSPITAL.TEST ' })
    expect(answer.status).toBe(200)
  })

  test('a wrong password and an unknown e-mail are told in the same sentence', async () => {
    const account = newAccount()
    await sendSignUp(app, account)
    const wrong = await sendSignIn(app, { ...account, password: 'not-the-one' })
    const unknown = await sendSignIn(app, { email: 'nobody@hospital.test', password: 'not-the-one' })
    expect(wrong.problem).toMatchObject({
      status: 401,
      code: 'invalid_email_or_password',
      detail: 'Invalid email or password',
    })
    expect(unknown.text).toBe(wrong.text)
  })

  test('the name of an account is made of its parts, where none is sent too', async () => {
    const account = newAccount({ firstName: 'Ada', lastName: 'Okafor' })
    const made = await app.visitor.send('POST', '/api/auth/sign-up/email', { body: account })
    expect(made.status, made.text).toBe(200)
    expect(await app.asOwner('select name from staff where email = $1', [account.email])).toEqual([
      { name: 'Ada Okafor' },
    ])
  })

  test('an e-mail that somebody has can not be taken again', async () => {
    const account = newAccount()
    await sendSignUp(app, account)
    const again = await sendSignUp(app, { ...account, email: account.email.toUpperCase() })
    expect(again.status).toBe(422)
    expect(again.problem.detail).toMatch(/already exists/i)
  })

  const easy = ['12345678', 'Password123', 'Lantern-2026', 'Okafor!2026', 'ada.okafor7', 'Hospital-1!']

  test.each([
    ...easy.map((password) => ['password', password]),
    ['password', 'short'],
    ['password', 'x'.repeat(129)],
    ['firstName', ' '],
    ['lastName', 'x'.repeat(101)],
    ['lastName', 'a\u0000b'],
    ['email', 'not-an-address'],
  ])('a sign-up with %s %j is refused', async (field = '', value = '') => {
    const account = { ...newAccount({ firstName: 'Ada', lastName: 'Okafor' }), [field]: value }
    const answer = await sendSignUp(app, account)
    expect(answer.status).toBe(422)
    expect(answer.problem.detail).toBeTruthy()
    expect(await app.asOwner('select from staff where email = $1', [account.email])).toEqual([])
  })

  test('the sign-in library as it comes takes each of the easy passwords: to its length alone, these tests would fail', async () => {
    const asItComes = betterAuth({
      baseURL: 'http://careless.test',
      secret: 'a secret of this test, which is long enough',
      telemetry: { enabled: false },
      database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
      emailAndPassword: { enabled: true },
    })
    for (const password of easy) {
      const account = newAccount({ firstName: 'Ada', lastName: 'Okafor', password })
      const answer = await asItComes.handler(
        new Request('http://careless.test/api/auth/sign-up/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Ada Okafor', ...account }),
        }),
      )
      expect(answer.status, password).toBe(200)
    }
  })

  test('another site can not use the cookie of somebody who is signed in', async () => {
    const somebody = await signUp(app)
    const theirs = { cookie: somebody.cookie, origin: 'https://elsewhere.example' }
    const left = await app.visitor.send('POST', '/api/auth/sign-out', { headers: theirs, body: {} })
    expect(left.status).toBe(403)
    await somebody.renewToken()
    expect((await somebody.call(readMe)).status).toBe(200)
    expect((await sendSignIn(app, newAccount(), { origin: 'https://elsewhere.example' })).status).toBe(403)
  })
})

test('a session ends seven days after it began, however long its screen stays open', async () => {
  const somebody = await signUp(app)
  const ends = async () => {
    const [session] = await app.asOwner<{ expires_at: Date; left: number }>(
      `select expires_at, extract(epoch from expires_at - now()) / 3600 as left from session where staff_id = $1`,
      [somebody.id],
    )
    return session
  }
  expect(Math.round(Number((await ends())?.left))).toBe(7 * 24)
  await app.asOwner(`update session set expires_at = now() + interval '2 days' where staff_id = $1`, [
    somebody.id,
  ])
  const before = await ends()
  await somebody.renewToken()
  expect((await ends())?.expires_at).toEqual(before?.expires_at)
})

describe('nobody makes themselves more than they are', () => {
  const more = {
    role: 'admin',
    offeredRoles: ['admin'],
    offered_roles: ['admin'],
    active: true,
    emailVerified: true,
  }

  test.each(Object.entries(more))('with %s in the sign-up', async (field, value) => {
    const account = newAccount()
    const answer = await sendSignUp(app, { ...account, [field]: value } as typeof account)
    expect(answer.problem).toMatchObject({ status: 422, code: 'invalid_input' })
    expect(await app.asOwner('select from staff where email = $1', [account.email])).toEqual([])
  })

  test('with any other address of the sign-in library: all are shut', async () => {
    const somebody = await signUp(app)
    const before = await app.asOwner('select * from staff where id = $1', [somebody.id])
    const paths =
      `ok error get-session list-sessions revoke-session revoke-sessions revoke-other-sessions update-user
      update-session set-password change-email delete-user delete-user/callback verify-email
      send-verification-email request-password-reset forget-password reset-password reset-password/x verify-password
      sign-in/social callback/google link-social unlink-account list-accounts refresh-token get-access-token
      account-info jwks admin/set-role admin/create-user sign-up sign-in two-factor/verify-totp two-factor/get-totp-uri`.split(
        /\s+/,
      )
    const headers = { cookie: somebody.cookie, authorization: `Bearer ${somebody.token}` }
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const extra = method === 'POST' ? { headers, body: { ...more, name: 'Renamed' } } : { headers }
        const answer = await app.visitor.send(method, `/api/auth/${path}`, extra)
        expect(answer.problem, `${method} ${path}`).toMatchObject({ status: 404, code: 'not_found' })
      }
    }
    expect(await app.asOwner('select * from staff where id = $1', [somebody.id])).toEqual(before)
    await somebody.renewToken()
    expect(await somebody.me()).toMatchObject({ role: null, offeredRoles: [] })
  })

  test('with a token of their own making in place of a role: the role is read, not told', async () => {
    const somebody = await signUp(app)
    const [, payload = ''] = somebody.token.split('.')
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(Object.keys(claims as object).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect((await somebody.call(listPatients)).status).toBe(403)
  })
})

test('a new hospital has one key for its tokens, whichever servers start and whoever comes first', async () => {
  const database = await createTestDatabase()
  const servers = await Promise.all(
    Array.from({ length: 3 }, () => buildApp({ databaseUrl: database.appUrl, limits: nobodyWaits })),
  )
  const { pool: owner } = connect(database.ownerUrl, { connections: 1 })
  expect((await owner.query('select id from jwks')).rows).toHaveLength(1)
  await owner.end()
  await Promise.all(servers.map((server) => server.close()))
  await database.drop()

  const hospital = await startApp()
  const first = await Promise.all(Array.from({ length: 5 }, () => sendSignUp(hospital, newAccount())))
  const people = await Promise.all(first.map((answer) => clientOf(hospital, answer)))
  expect(people.filter(({ id }) => id)).toHaveLength(5)
  await hospital.close()
})

describe('leaving', () => {
  test('ends the session and its token within a second', async () => {
    const somebody = await signUp(app)
    expect((await somebody.call(readMe)).status).toBe(200)
    const { cookie } = somebody
    expect((await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie } })).status).toBe(200)
    await expect
      .poll(async () => (await somebody.call(readMe)).status, { timeout: 8000, interval: 50 })
      .toBe(401)
    const renewed = await app.visitor.send('GET', '/api/auth/token', { headers: { cookie } })
    expect(renewed.problem).toMatchObject({
      status: 401,
      code: 'not_signed_in',
      detail: 'Sign in to continue.',
    })
  })

  test('leaves the same person’s other sessions alone', async () => {
    const account = newAccount()
    const first = await clientOf(app, await sendSignUp(app, account))
    const second = await clientOf(app, await sendSignIn(app, account))
    await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: first.cookie } })
    await expect.poll(async () => (await first.call(readMe)).status, { timeout: 8000 }).toBe(401)
    expect((await second.call(readMe)).status).toBe(200)
  })

  test('ends it on another server process too', async () => {
    const other = await startApp({ on: app })
    try {
      const somebody = await signUp(app)
      const there = () =>
        other.visitor.call(readMe, {}, { headers: { authorization: `Bearer ${somebody.token}` } })
      expect((await there()).status).toBe(200)
      await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: somebody.cookie } })
      await expect.poll(async () => (await there()).status, { timeout: 8000, interval: 50 }).toBe(401)
    } finally {
      await other.close()
    }
  })
})
