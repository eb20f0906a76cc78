import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readSite } from '../../../../contract/hospital/hospital.ts'
import { retireRole } from '../../../../contract/people/roles.ts'
import { readOwnSignOn } from '../../../../contract/people/sign-on.ts'
import { chooseRole } from '../../../../contract/people/staff.ts'
import {
  clientOf,
  newAccount,
  offerRoles,
  password,
  type StaffClient,
  sendSignIn,
  sendSignUp,
  signUp,
  startApp,
  type TestApp,
} from '../../../testing/app.ts'
import type { Answer } from '../../../testing/client.ts'
import { one } from '../../../testing/example.ts'
import { givenRole } from '../../../testing/factories/roles.ts'
import { holdLock } from '../../../testing/held-lock.ts'
import { type Claims, openOidcServer, throughProvider } from '../../../testing/oidc.ts'
import { whileRefused } from '../../../testing/trouble/refused-entries.ts'
import { rolesIn } from './provider.ts'

const publicUrl = 'http://lantern.test'
const redirectUri = `${publicUrl}/sign-in/callback`
const client = { clientId: 'lantern', clientSecret: 'a secret of: two/sides', redirectUri }
const server = await openOidcServer(client)
const name = 'St Mary’s sign-on'
const settings = {
  ...client,
  name,
  issuer: server.issuer,
  scopes: 'openid profile email',
  rolesClaim: 'roles',
  roles: new Map([
    ['physicians', 'doctor'],
    ['desk', 'receptionist'],
    ['it', 'admin'],
    ['clerks', 'sign_on_clerk'],
  ]),
  publicUrl,
}
const app = await startApp({ signOn: settings })
afterAll(async () => {
  await app.close()
  await server.stop()
})
const admin = await app.founder()
beforeEach(async () => {
  server.lie(undefined)
  server.pretend(undefined)
  server.confuse(undefined)
  server.goSilent(false)
  server.breakOff(false)
  await app.asOwner('delete from sign_in_count')
})

let people = 0
/** Adds a person at the provider. */
function somebody(claims: Claims = {}): { login: string; email: string } {
  people++
  const login = `subject-${people}`
  const email = `grace${people}@hospital.test`
  server.people.set(login, {
    email,
    email_verified: true,
    given_name: 'Grace',
    family_name: `Okafor${people}`,
    ...claims,
  })
  return { login, email }
}

const cookiesOf = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .filter((line) => !/Max-Age=0/.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')

function begin(at: TestApp, owner?: StaffClient) {
  return (owner ?? at.visitor).send('POST', '/api/auth/sign-on/begin', {
    body: owner ? { isLinking: true, password } : {},
  })
}
function finish(at: TestApp, returned: Record<string, string>, cookie: string, owner?: StaffClient) {
  // The page does not send the error description.
  const { error_description: _, ...body } = returned
  return (owner ?? at.visitor).send('POST', '/api/auth/sign-on/finish', { body, headers: { cookie } })
}

/** Goes to the provider and back, as a browser does. */
async function signOn(login: string, { at = app, owner }: { at?: TestApp; owner?: StaffClient } = {}) {
  const begun = await begin(at, owner)
  const { url } = begun.body as { url: string }
  return finish(at, await throughProvider(url, login, redirectUri), cookiesOf(begun), owner)
}

async function tracesOf(act: () => Promise<unknown>) {
  await app.flushAudit()
  const [last] = await app.asOwner<{ id: string }>('select coalesce(max(id), 0) as id from audit_entry')
  await act()
  await app.flushAudit()
  return app.asOwner(
    'select action, staff_id, subject_id, changes, outcome from audit_entry where id > $1 order by id',
    [last?.id],
  )
}

const untrusted = {
  status: 502,
  code: 'sign_on_untrusted',
  detail: `${name} gave an answer that Lantern can’t trust. No one was signed in. Sign in with your password, and tell your IT support.`,
}
const unavailable = {
  status: 503,
  code: 'sign_on_unavailable',
  detail: `${name} can’t be reached right now. Sign in with your password, or try again in a moment.`,
}

test('everybody is told that there is a sign-on, and what it is called', async () => {
  expect((await app.visitor.call(readSite)).body.signOn).toEqual({ name })
})

describe('somebody whom the provider knows', () => {
  test('has an account by it, with the roles that it names, and is the same the next time', async () => {
    const { login, email } = somebody({ roles: ['physicians', 'nobody-knows'] })
    let first: StaffClient | undefined
    const traces = await tracesOf(async () => {
      const answer = await signOn(login)
      expect(answer.body).toEqual({ isLinked: false })
      const cookie = answer.headers.getSetCookie().find((line) => line.includes('session_token'))
      for (const kept of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(kept)
      first = await clientOf(app, answer)
    })
    expect(await first?.me()).toMatchObject({
      email,
      firstName: 'Grace',
      role: null,
      offeredRoles: ['doctor'],
      emailVerified: true,
    })
    expect(traces).toEqual([
      {
        action: 'signUp',
        staff_id: first?.id,
        subject_id: null,
        changes: { by: name, offeredRoles: [[], ['doctor']] },
        outcome: 'done',
      },
    ])
    const again = await clientOf(app, await signOn(login))
    expect(again.id).toBe(first?.id)
    // The account has no password that could be guessed.
    expect((await sendSignIn(app, { email, password: 'turn-the-wick-down' })).status).toBe(401)
  })

  test('gets neither an account nor a role that is not on record', async () => {
    const { login, email } = somebody({ roles: ['physicians'] })
    await whileRefused(app, 'signUp', async () => {
      expect((await signOn(login)).problem.status).toBe(500)
    })
    expect(await app.asOwner('select from staff where email = $1', [email])).toEqual([])
    const first = await clientOf(app, await signOn(login))
    server.people.set(login, { email, roles: ['it'] })
    await whileRefused(app, 'signIn', async () => {
      expect((await signOn(login)).problem.status).toBe(500)
    })
    expect(await first.me()).toMatchObject({ offeredRoles: ['doctor'] })
  })

  test('has no password to unlock or to confirm anything with, and is told how to get one', async () => {
    const person = await clientOf(app, await signOn(somebody().login))
    expect(await person.me()).toMatchObject({ hasPassword: false })
    expect(await admin.me()).toMatchObject({ hasPassword: true })
    const post = (path: string, body: object) =>
      app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie: person.cookie } })
    const none = {
      status: 409,
      detail: expect.stringContaining('Ask an administrator for a link to set one.'),
    }
    const change = { password, newPassword: 'another-lamp-at-night' }
    expect((await post('change-password', change)).problem).toMatchObject(none)
    expect((await post('lock', {})).body).toMatchObject({ hasPassword: false })
    expect((await post('unlock', { password })).problem).toMatchObject(none)
  })

  test('loses with the next sign-in what it names no more, and keeps what an administrator offered', async () => {
    const { login, email } = somebody({ roles: ['physicians'] })
    const first = await clientOf(app, await signOn(login))
    await offerRoles(admin, first.id, ['doctor', 'inventory_manager'])
    await first.call(chooseRole, { body: { role: 'doctor' } })
    server.people.set(login, { email, roles: 'desk' })
    const then = await clientOf(app, await signOn(login))
    expect(await then.me()).toMatchObject({ role: null, offeredRoles: ['receptionist', 'inventory_manager'] })
    // A person without any roles at the provider loses those that it named.
    server.people.set(login, { email })
    await signOn(login)
    expect(await then.me()).toMatchObject({ offeredRoles: ['inventory_manager'] })
  })

  test('has the hospital’s own roles by it too, as long as they are named and not retired', async () => {
    const { login, email } = somebody({ roles: ['clerks', 'desk'] })
    // The hospital has no such role yet.
    const person = await clientOf(app, await signOn(login))
    expect(await person.me()).toMatchObject({ offeredRoles: ['receptionist'] })
    const clerk = await givenRole(admin, { title: 'Sign-on clerk' })
    expect(clerk.name).toBe('sign_on_clerk')
    const then = await clientOf(app, await signOn(login))
    expect(await then.me()).toMatchObject({ offeredRoles: ['receptionist', clerk.name] })
    await then.call(chooseRole, { body: { role: clerk.name } })
    await signOn(login)
    expect(await then.me()).toMatchObject({ role: clerk.name })
    server.people.set(login, { email, roles: ['desk'] })
    await signOn(login)
    expect(await then.me()).toMatchObject({ role: null, offeredRoles: ['receptionist'] })
    // A role that is retired while somebody signs in is either kept or not offered.
    server.people.set(login, { email, roles: ['clerks', 'desk'] })
    const [entered, retired] = await Promise.all([signOn(login), admin.call(retireRole, one(clerk))])
    expect(entered.status).toBe(200)
    const { offeredRoles } = await then.me()
    expect(offeredRoles.includes(clerk.name)).toBe(retired.status === 409)
  })

  test('stays the last administrator, whatever it names', async () => {
    const hospital = await startApp({ signOn: settings, template: 'empty' })
    onTestFinished(() => hospital.close())
    const founder = await signUp(hospital)
    const { login, email } = somebody({ roles: ['it'] })
    const other = await clientOf(hospital, await signOn(login, { at: hospital }))
    await other.call(chooseRole, { body: { role: 'admin' } })
    await offerRoles(other, founder.id, [])
    server.people.set(login, { email, roles: [] })
    const still = await clientOf(hospital, await signOn(login, { at: hospital }))
    expect(await still.me()).toMatchObject({ id: other.id, role: 'admin', offeredRoles: ['admin'] })
  })

  test('is refused while the account is deactivated, which is on record', async () => {
    const { login } = somebody()
    const first = await clientOf(app, await signOn(login))
    await offerRoles(admin, first.id, [], false)
    const traces = await tracesOf(async () => {
      const refused = await signOn(login)
      expect(refused.problem).toMatchObject({ status: 403, code: 'account_deactivated' })
      expect(cookiesOf(refused)).toBe('')
    })
    expect(traces).toMatchObject([
      { action: 'signIn', staff_id: null, subject_id: first.id, outcome: 'account_deactivated' },
    ])
  })

  test('founds no hospital: its first account has a password', async () => {
    const hospital = await startApp({ signOn: settings, template: 'empty' })
    onTestFinished(() => hospital.close())
    const refused = await signOn(somebody({ roles: ['it'] }).login, { at: hospital })
    expect(refused.problem).toMatchObject({
      status: 422,
      code: 'sign_on_incomplete',
      detail: 'The first account of a hospital has a password. Sign up first.',
    })
    expect(await hospital.asOwner('select from staff')).toEqual([])
  })

  test('without an e-mail there gets no account here', async () => {
    const refused = await signOn(somebody({ email: undefined }).login)
    expect(refused.problem).toMatchObject({ status: 422, code: 'sign_on_incomplete' })
  })
})

describe('what the provider tells of somebody new is held to what a sign-up is', () => {
  test.each([
    ['a name that no record can hold', { given_name: 'Gra\u0000ce' }],
    ['a name that can’t be seen', { given_name: '\u200b', name: '\u200b' }],
    ['an address that is none', { email: 'grace at the hospital' }],
    ['an address that no record can hold', { email: 'gra\u0000ce@hospital.test' }],
    ['an address that is too long', { email: `${'grace.'.repeat(50)}okafor@hospital.test` }],
  ])('%s makes no account', async (_what, claims) => {
    const { login } = somebody(claims)
    expect((await signOn(login)).problem).toMatchObject(untrusted)
    expect(await app.asOwner('select from account where account_id = $1', [login])).toEqual([])
  })

  test('so is who they are there', async () => {
    const sub = 'nobody\u0000'
    server.confuse(sub)
    server.lie({ claims: (truth) => ({ ...truth, sub }) })
    expect((await signOn(somebody().login)).problem).toMatchObject(untrusted)
  })

  test('a long name is cut, and a last name is not asked for', async () => {
    const { login, email } = somebody({ given_name: 'Grace'.repeat(30), family_name: undefined })
    const { id } = await clientOf(app, await signOn(login))
    const [made] = await app.asOwner('select first_name, last_name, email from staff where id = $1', [id])
    expect(made).toEqual({ first_name: 'Grace'.repeat(20), last_name: '', email })
  })
})

describe('an account is never merged by its e-mail', () => {
  test('its owner signs in with the password, and links it; from then on both ways lead to it', async () => {
    const account = newAccount()
    const owner = await clientOf(app, await sendSignUp(app, account))
    const { login } = somebody({ email: account.email.toUpperCase(), roles: 'desk' })
    const refused = await signOn(login)
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'sign_on_not_linked',
      detail: `${account.email} already has an account here. Sign in with its password, then link it to ${name} under Settings.`,
    })
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: false })
    await whileRefused(app, 'linkSignOn', async () => {
      expect((await signOn(login, { owner })).problem.status).toBe(500)
    })
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: false })
    const traces = await tracesOf(async () => {
      expect((await signOn(login, { owner })).body).toEqual({ isLinked: true })
    })
    expect(traces).toMatchObject([{ action: 'linkSignOn', staff_id: owner.id, outcome: 'done' }])
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: true })
    expect((await clientOf(app, await signOn(login))).id).toBe(owner.id)
    expect((await sendSignIn(app, account)).status).toBe(200)

    const unlink = (typed = password) =>
      owner.send('POST', '/api/auth/sign-on/unlink', { body: { password: typed } })
    expect((await unlink('guessed')).problem).toMatchObject({ status: 422, errors: [{ path: 'password' }] })
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: true })
    await whileRefused(app, 'unlinkSignOn', async () => {
      expect((await unlink()).problem.status).toBe(500)
    })
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: true })
    const unlinking = await tracesOf(async () => {
      expect((await unlink()).body).toEqual({ isLinked: false })
    })
    const changes = { by: name, offeredRoles: [['receptionist'], []] }
    expect(unlinking).toMatchObject([
      { action: 'unlinkSignOn', staff_id: owner.id, changes, outcome: 'done' },
    ])
    expect((await signOn(login)).problem.code).toBe('sign_on_not_linked')
    expect((await unlink()).problem.status).toBe(404)
  })

  test('who is somebody there already is not linked to a second account, nor an account to a second person', async () => {
    const { login } = somebody()
    await signOn(login)
    const owner = await signUp(app)
    expect((await signOn(login, { owner })).problem).toMatchObject({ status: 409, code: 'sign_on_linked' })
    expect((await signOn(somebody().login, { owner })).status).toBe(200)
    expect((await signOn(somebody().login, { owner })).problem).toMatchObject({
      code: 'sign_on_linked',
      detail: 'Your account is linked to someone else there. Unlink it first.',
    })
  })

  test('is linked with the password alone: an open screen does not become another’s way in', async () => {
    const account = newAccount()
    const owner = await clientOf(app, await sendSignUp(app, account))
    const beginWith = (body: object) => owner.send('POST', '/api/auth/sign-on/begin', { body })
    const traces = await tracesOf(async () => {
      for (const typed of [{}, { password: '' }, { password: 'guessed' }]) {
        const refused = await beginWith({ isLinking: true, ...typed })
        expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'password' }] })
        expect(cookiesOf(refused)).toBe('')
      }
    })
    expect(traces).toMatchObject([{ action: 'linkSignOn', staff_id: owner.id, outcome: 'wrong_password' }])
    expect((await beginWith({ isLinking: true, password })).status).toBe(200)
  })

  test('what one account began to link, another can not finish', async () => {
    const [owner, other] = [await signUp(app), await signUp(app)]
    const begun = await begin(app, owner)
    const { url } = begun.body as { url: string }
    const returned = await throughProvider(url, somebody().login, redirectUri)
    expect((await finish(app, returned, cookiesOf(begun), other)).problem.code).toBe('sign_on_expired')
    expect((await finish(app, returned, cookiesOf(begun))).problem.status).toBe(401)
  })

  test('a link to the provider before is none; linking to the one of today ends it, and the roles that it named', async () => {
    const owner = await signUp(app)
    await offerRoles(admin, owner.id, ['doctor', 'receptionist', 'inventory_manager'])
    await owner.call(chooseRole, { body: { role: 'receptionist' } })
    await app.asOwner(
      `insert into account (staff_id, provider_id, account_id, named_roles)
       select $1, 'https://before.example/' || number, 'ada', array['doctor', 'receptionist']::role_name[]
       from generate_series(1, 2) number`,
      [owner.id],
    )
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: false })
    const { login } = somebody({ roles: 'desk' })
    const traces = await tracesOf(async () => {
      expect((await signOn(login, { owner })).body).toEqual({ isLinked: true })
    })
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: true })
    const offeredRoles = [
      ['doctor', 'receptionist', 'inventory_manager'],
      ['receptionist', 'inventory_manager'],
    ]
    expect(traces).toMatchObject([{ action: 'linkSignOn', changes: { by: name, offeredRoles } }])
    // The role that both name is kept.
    expect(await owner.me()).toMatchObject({ role: 'receptionist' })
    const links = await app.asOwner('select provider_id from account where staff_id = $1 order by 1', [
      owner.id,
    ])
    expect(links).toEqual([{ provider_id: 'credential' }, { provider_id: server.issuer }])
    expect((await owner.send('POST', '/api/auth/sign-on/unlink', { body: { password } })).body).toEqual({
      isLinked: false,
    })
    expect((await owner.me()).offeredRoles).toEqual(['inventory_manager'])
  })

  test('the only way into an account is not taken away', async () => {
    const owner = await clientOf(app, await signOn(somebody().login))
    const refused = await owner.send('POST', '/api/auth/sign-on/unlink', { body: { password } })
    expect(refused.problem).toMatchObject({ status: 409, code: 'sign_on_last_way' })
    expect((await owner.call(readOwnSignOn)).body).toEqual({ isLinked: true })
  })
})

describe('what does not belong to this browser’s way', () => {
  test.each([
    ['another state', (returned: Record<string, string>) => ({ ...returned, state: 'made-up' })],
    ['a way that was begun elsewhere', null],
  ])('%s is refused', async (_what, change) => {
    const [begun, elsewhere] = [await begin(app), await begin(app)]
    const { url } = begun.body as { url: string }
    const returned = await throughProvider(url, somebody().login, redirectUri)
    const refused = await finish(app, change?.(returned) ?? returned, cookiesOf(change ? begun : elsewhere))
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'sign_on_expired',
      detail: 'This sign-in was started elsewhere, or took too long. Start again.',
    })
    expect((await finish(app, returned, '')).problem.code).toBe('sign_on_expired')
  })

  test('its cookie goes nowhere else, and no script and no other site has it', async () => {
    const [cookie = ''] = (await begin(app)).headers.getSetCookie()
    expect(cookie).toMatch(
      /^lantern\.sign-on=[\w.-]+; Max-Age=600; Path=\/api\/auth\/sign-on; HttpOnly; SameSite=Strict$/,
    )
  })

  test('what came back is used once', async () => {
    const begun = await begin(app)
    const returned = await throughProvider((begun.body as { url: string }).url, somebody().login, redirectUri)
    expect((await finish(app, returned, cookiesOf(begun))).status).toBe(200)
    expect((await finish(app, returned, cookiesOf(begun))).problem.code).toBe('sign_on_denied')
  })

  test('who is not let in there is told so here', async () => {
    expect((await signOn('nobody')).problem).toMatchObject({
      status: 403,
      code: 'sign_on_denied',
      detail: `${name} did not confirm who you are. No one was signed in.`,
    })
  })
})

test('who comes twice at once, for the first time, gets one account and two sessions', async () => {
  const { login, email } = somebody()
  const ways = await Promise.all(
    [1, 2].map(async () => {
      const begun = await begin(app)
      const { url } = begun.body as { url: string }
      return { begun, returned: await throughProvider(url, login, redirectUri) }
    }),
  )
  // Both have looked for the account, and are about to create it.
  const { untilWaiting, letGo } = await holdLock(app, 'lock table staff in share mode')
  const both = Promise.all(ways.map(({ begun, returned }) => finish(app, returned, cookiesOf(begun))))
  await untilWaiting(2)
  await letGo()
  expect((await both).map(({ status, text }) => `${status} ${text}`)).toEqual(
    ways.map(() => '200 {"isLinked":false}'),
  )
  expect(await app.asOwner('select from staff where email = $1', [email])).toHaveLength(1)
})

describe('a provider that refuses', () => {
  test('Lantern itself did not confirm anybody', async () => {
    const other = await startApp({ on: app, signOn: { ...settings, clientSecret: 'one that expired' } })
    onTestFinished(() => other.close())
    expect((await signOn(somebody().login, { at: other })).problem.code).toBe('sign_on_denied')
  })

  test('to go on talking is away', async () => {
    const { login } = somebody()
    const begun = await begin(app)
    const returned = await throughProvider((begun.body as { url: string }).url, login, redirectUri)
    server.breakOff(true)
    expect((await finish(app, returned, cookiesOf(begun))).problem).toMatchObject(unavailable)
    server.breakOff(false)
  })
})

describe('nobody keeps others at their address from the sign-on', () => {
  const stateOf = (begun: Answer) =>
    new URL((begun.body as { url: string }).url).searchParams.get('state') ?? ''
  /** Finishes a sign-on with an answer that the provider never gave. */
  async function makeUp(said: Record<string, string> = { code: 'made-up', iss: server.issuer }) {
    const begun = await begin(app)
    return finish(app, { state: stateOf(begun), ...said }, cookiesOf(begun))
  }
  const outcomesOf = (answers: Answer[]) => new Set(answers.map(({ problem }) => problem.code))

  test('by answers that are made up, one after another or all at once', async () => {
    const { login } = somebody()
    await signOn(login)
    const answers: Answer[] = []
    for (let times = 0; times < 25; times++) answers.push(await makeUp())
    const flood = Promise.all(Array.from({ length: 50 }, () => makeUp()))
    expect((await signOn(login)).status).toBe(200)
    expect(outcomesOf([...answers, ...(await flood)])).toEqual(new Set(['sign_on_denied']))
    expect((await sendSignIn(app, { email: admin.email, password: 'turn-the-wick-down' })).status).toBe(200)
  })

  test('by pressing Cancel there', async () => {
    for (let times = 0; times < 25; times++) {
      expect((await makeUp({ error: 'access_denied' })).problem.code).toBe('sign_on_denied')
    }
    expect((await signOn(somebody().login)).status).toBe(200)
    expect(await app.asOwner(`select from sign_in_count where key like 'sign-on:%'`)).toEqual([])
  })

  test('by coming on duty with them: forty at once are all let in', async () => {
    const shift = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const begun = await begin(app)
        const { url } = begun.body as { url: string }
        return { begun, returned: await throughProvider(url, somebody().login, redirectUri) }
      }),
    )
    const answers = await Promise.all(
      shift.map(({ begun, returned }) => finish(app, returned, cookiesOf(begun))),
    )
    expect(answers.map(({ status }) => status)).toEqual(shift.map(() => 200))
  })

  test('by keeping it busy: who signed in here before goes first', async () => {
    const { login } = somebody()
    const browser = cookiesOf(await signOn(login))
    expect(browser).toContain('lantern.device=')
    for (let times = 0; times < 5; times++) await makeUp()
    server.goSilent(true)
    let answered = 0
    const guesses = Array.from({ length: 12 }, () => makeUp().then(() => answered++))
    await expect.poll(() => server.unanswered).toBe(8)
    server.goSilent(false)
    const begun = await begin(app)
    const returned = await throughProvider((begun.body as { url: string }).url, login, redirectUri)
    const owner = await finish(app, returned, `${cookiesOf(begun)}; ${browser}`)
    expect(owner.status).toBe(200)
    expect(answered).toBe(0)
    await Promise.all(guesses)
  })
})

describe('a provider that lies changes nothing', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each([
    ['about itself', { claims: (truth: object) => ({ ...truth, iss: 'https://elsewhere.example' }) }],
    ['about whom it was asked by', { claims: (truth: object) => ({ ...truth, aud: 'another-client' }) }],
    ['about the question', { claims: (truth: object) => ({ ...truth, nonce: 'another' }) }],
    ['with no word of the question', { claims: (truth: object) => ({ ...truth, nonce: undefined }) }],
    [
      'with what is over',
      { claims: (truth: object) => ({ ...truth, iat: now() - 7200, exp: now() - 3600 }) },
    ],
    ['in somebody else’s name', { isForged: true }],
  ])('%s', async (_how, lie) => {
    const { login, email } = somebody()
    server.lie(lie)
    const traces = await tracesOf(async () => {
      const refused = await signOn(login)
      expect(refused.problem).toMatchObject(untrusted)
      expect(cookiesOf(refused)).toBe('')
    })
    expect(traces).toEqual([
      {
        action: 'signIn',
        staff_id: null,
        subject_id: null,
        changes: { by: name },
        outcome: 'sign_on_untrusted',
      },
    ])
    expect(await app.asOwner('select from staff where email = $1', [email])).toEqual([])
    expect((await sendSignIn(app, { email: admin.email, password: 'turn-the-wick-down' })).status).toBe(200)
    server.lie(undefined)
    expect((await signOn(login)).status).toBe(200)
  })

  test('about whom a token is of', async () => {
    server.confuse('somebody-else')
    expect((await signOn(somebody().login)).problem).toMatchObject(untrusted)
  })

  test('about its name by a slash', async () => {
    const other = await startApp({ on: app, signOn: { ...settings, issuer: `${server.issuer}/` } })
    onTestFinished(() => other.close())
    expect((await begin(other)).problem).toMatchObject(untrusted)
  })

  test('about its name, when it is first asked', async () => {
    const other = await startApp({ on: app, signOn: settings })
    onTestFinished(() => other.close())
    server.pretend('https://elsewhere.example')
    expect((await begin(other)).problem).toMatchObject(untrusted)
    server.pretend(undefined)
    expect((await begin(other)).status).toBe(200)
  })
})

describe('a provider that is away', () => {
  test('when Lantern starts is found as soon as it is back', async () => {
    await server.stop()
    const other = await startApp({ on: app, signOn: settings })
    onTestFinished(() => other.close())
    const traces = await tracesOf(async () => {
      expect((await begin(other)).problem).toMatchObject(unavailable)
      await other.flushAudit()
    })
    expect(traces).toMatchObject([{ action: 'signIn', outcome: 'sign_on_unavailable' }])
    expect((await sendSignIn(other, { email: admin.email, password: 'turn-the-wick-down' })).status).toBe(200)
    await server.start()
    expect((await signOn(somebody().login, { at: other })).status).toBe(200)
  })

  test('fills no trail, however often somebody tries', async () => {
    const other = await startApp({ on: app, signOn: settings })
    onTestFinished(() => other.close())
    const headers = { cookie: cookiesOf(await begin(other)) }
    const traces = await tracesOf(async () => {
      for (let times = 0; times < 60; times++) {
        const body = { state: 'made-up' }
        const refused = await other.visitor.send('POST', '/api/auth/sign-on/finish', { body, headers })
        expect(refused.problem.code).toBe('sign_on_expired')
      }
      await server.stop()
      const away = await startApp({ on: app, signOn: settings })
      for (let times = 0; times < 60; times++) {
        expect((await begin(away)).problem).toMatchObject(unavailable)
      }
      await server.start()
      await Promise.all([away.close(), other.flushAudit()])
    })
    expect(traces.length).toBeGreaterThanOrEqual(20)
    expect(traces.length).toBeLessThan(40)
  })

  test('when a browser comes back from it is told in a sentence', async () => {
    const begun = await begin(app)
    const returned = await throughProvider((begun.body as { url: string }).url, somebody().login, redirectUri)
    await server.stop()
    expect((await finish(app, returned, cookiesOf(begun))).problem).toMatchObject(unavailable)
    await server.start()
  })

  test('and silent keeps nobody from signing in with a password', async () => {
    const begun = await begin(app)
    const returned = await throughProvider((begun.body as { url: string }).url, somebody().login, redirectUri)
    server.goSilent(true)
    let isAnswered = false
    const waiting = Promise.all(Array.from({ length: 8 }, () => finish(app, returned, cookiesOf(begun))))
    void waiting.then(() => {
      isAnswered = true
    })
    expect((await sendSignIn(app, { email: admin.email, password: 'turn-the-wick-down' })).status).toBe(200)
    expect(isAnswered).toBe(false)
    for (const answer of await waiting) expect(answer.problem).toMatchObject(unavailable)
  })
})

test.each([
  [{ roles: ['desk', 'it', 'desk'] }, 'roles', ['receptionist', 'admin']],
  [{ realm_access: { roles: ['physicians'] } }, 'realm_access.roles', ['doctor']],
  [{ 'https://lantern.example.org/roles': ['it'] }, 'https://lantern.example.org/roles', ['admin']],
  [{ roles: 'physicians' }, 'roles', ['doctor']],
  [{ roles: { admin: true } }, 'roles', []],
  [{ roles: [7, null] }, 'roles', []],
  [{ roles: ['physicians', 'desk\u0000'] }, 'roles', ['doctor']],
  [{}, '__proto__.roles', []],
])('of %j the claim %s names %j', (claims, rolesClaim, named) => {
  expect(rolesIn(claims, { ...settings, rolesClaim })).toEqual(named)
})
