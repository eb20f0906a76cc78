import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readWaitingRoom } from '../../../contract/front-desk/displays.ts'
import { clientOf, newAccount, sendSignIn, sendSignUp, signUp, startApp } from '../../testing/app.ts'
import { pathOf } from '../../testing/client.ts'
import { givenDisplay } from '../../testing/factories/displays.ts'

const app = await startApp({ publicUrl: 'https://lantern.test' })
afterAll(() => app.close())
const admin = await app.founder()

test('under TLS a session’s cookie is of this very host, and no other of the domain can set one', async () => {
  const account = newAccount()
  await sendSignUp(app, account)
  const answer = await sendSignIn(app, account)
  const [session = '', device = ''] = answer.headers.getSetCookie()
  expect(session).toMatch(/^__Host-lantern\.session_token=/)
  expect(looseIn(session)).toEqual([])
  expect(device).toMatch(
    /^__Secure-lantern\.device=[\w-]{43}; Max-Age=\d+; Path=\/api\/auth; HttpOnly; SameSite=Strict; Secure$/,
  )
  const somebody = await clientOf(app, answer)
  expect(await somebody.me()).toMatchObject({ email: account.email })
})

/** The missing or loose attributes of a cookie that only this host may set and read, over TLS. */
function looseIn(cookie: string): string[] {
  const [pair = '', ...attributes] = cookie.split('; ')
  const missing = ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict'].filter(
    (one) => !attributes.includes(one),
  )
  return [
    ...(pair.startsWith('__Host-') ? [] : ['__Host-']),
    ...missing,
    ...attributes.filter((one) => /^domain=/i.test(one)),
  ]
}

test('a cookie that is less than that is found: that of a server without TLS, and each that is careless in one thing', async () => {
  const plain = await startApp()
  onTestFinished(() => plain.close())
  const [session = ''] = (await sendSignUp(plain, newAccount())).headers.getSetCookie()
  expect(looseIn(session)).toEqual(['__Host-', 'Secure'])

  const [good = ''] = (await sendSignUp(app, newAccount())).headers.getSetCookie()
  for (const attribute of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict'])
    expect(looseIn(good.replace(`; ${attribute}`, ''))).toEqual([attribute])
  expect(looseIn(good.replace('SameSite=Strict', 'SameSite=Lax'))).toEqual(['SameSite=Strict'])
  expect(looseIn(`${good}; Domain=hospital.test`)).toEqual(['Domain=hospital.test'])
})

test('one without that name, which another host could have set, is none', async () => {
  const somebody = await signUp(app)
  const planted = somebody.cookie.replace('__Host-', '')
  expect(planted).not.toBe(somebody.cookie)
  const answer = await app.visitor.send('GET', '/api/auth/token', { headers: { cookie: planted } })
  expect(answer.status).toBe(401)
})

test('a television that was opened before there was TLS goes on, with the cookie that TLS wants', async () => {
  const { secret } = await givenDisplay(admin)
  const headers = { cookie: `lantern.display=${secret}` }
  const answer = await app.visitor.send('GET', pathOf(readWaitingRoom), { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Secure-lantern\.display=.*; Secure$/),
  ])
})
