import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { z } from 'zod'
import { Problem } from '../../../../contract/api/errors.ts'
import { hashPassword } from '../../../ground/sign-in/passwords.ts'
import { tokenHash } from '../../../ground/sign-in/token-hash.ts'
import { newAccount, password, type StaffClient, signUp, startApp, type TestApp } from '../../app.ts'
import type { Answer } from '../../client.ts'
import { givenInvitation } from '../../factories/invitations.ts'
import { openMailbox } from '../../mailbox.ts'
import { openOidcServer } from '../../oidc.ts'
import { type Asked, securityKey } from '../../security-key.ts'
import { madeUpBodies } from './calls.ts'
import { nastyText, nastyValue } from './nasty.ts'

const publicUrl = 'http://lantern.test'

/** The addresses below /api/auth are no endpoints of the contract; the server names each with its body as it starts. */
type Doors = ReadonlyMap<string, z.ZodType>

/** A hospital that sends mail and knows a provider for single sign-on, so that every door is there. */
export async function startWithDoors(): Promise<{ app: TestApp; doors: Doors; close(): Promise<void> }> {
  const client = {
    clientId: 'lantern',
    clientSecret: 'a secret',
    redirectUri: `${publicUrl}/sign-in/callback`,
  }
  const [mailbox, provider] = await Promise.all([openMailbox(), openOidcServer(client)])
  const doors = new Map<string, z.ZodType>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      if (method === 'POST' && url.startsWith('/api/auth/')) doors.set(url, schema?.body as z.ZodType)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    const app = await startApp({
      mail: { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl },
      signOn: {
        ...client,
        name: 'St Mary’s',
        issuer: provider.issuer,
        scopes: 'openid profile email',
        rolesClaim: null,
        roles: new Map(),
        publicUrl,
      },
    })
    const close = async () => {
      await app.close()
      await Promise.all([mailbox.close(), provider.stop()])
    }
    return { app, doors, close }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

/** Somebody with a new account, made with an invitation: other sign-ups wait for their letter. */
async function somebodyIn(app: TestApp): Promise<StaffClient> {
  const { token } = await givenInvitation(await app.founder(), ['doctor'])
  return signUp(app, newAccount({ invitation: token }))
}

/** Addresses for people without a session. */
const isEntrance = (url: string) => /sign-(in|up|out)\b/.test(url)

/** Bodies that succeed, or are refused as late as can be; a link that is used once is made for each. */
async function givenBodies(
  app: TestApp,
  url: string,
  { id, email, cookie }: StaffClient,
): Promise<unknown[]> {
  const key = securityKey({ origin: app.url })
  const post = async <Body>(path: string, body: object) =>
    (await app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie } })).body as Body
  async function newKey() {
    const { response, ...made } = key.make(await post<Asked>('passkey/add-options', { password }))
    return { name: 'My key', made: { ...made, response: { ...response, transports: ['usb'] } } }
  }
  const token = Buffer.from(crypto.randomUUID().padEnd(32)).toString('base64url').slice(0, 43)
  const link = async (kind: 'reset' | 'confirm') => {
    await app.asOwner(
      `insert into account_link (kind, staff_id, email, token_hash, expires_at)
       values ($1, $2, $3, $4, now() + interval '1 hour')`,
      [kind, id, email, tokenHash(token)],
    )
    return { token }
  }
  const newPassword = 'a-lantern-in-the-hall'
  switch (url.replace('/api/auth/', '')) {
    case 'sign-in/email':
      return [
        { email, password },
        { email, password, code: '123456' },
      ]
    case 'sign-in/passkey':
    case 'unlock/passkey':
      await post('passkey/add', await newKey())
      return [key.sign(await post<Asked>('passkey/options', {}))]
    case 'export/passkey/options':
      return [{}]
    case 'countersign/passkey/options':
      return [disposal]
    case 'countersign':
      return [{ ...disposal, email: (await somebodyIn(app)).email, password }]
    case 'countersign/passkey': {
      const { cookie: theirs } = await somebodyIn(app)
      const own = async <Body>(path: string, body: object) =>
        (await app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie: theirs } }))
          .body as Body
      const made = key.make(await own<Asked>('passkey/add-options', { password }))
      await own('passkey/add', { name: 'Their key', made })
      const asked = await post<Asked>('countersign/passkey/options', disposal)
      return [{ ...disposal, passkey: key.sign(asked) }]
    }
    case 'sign-up/email': {
      const invitation = (await givenInvitation(await app.founder(), ['doctor'])).token
      return [{ ...newAccount() }, { ...newAccount({ invitation }) }, { ...newAccount({ email }) }]
    }
    case 'confirmed-sign-up': {
      const { email: typed, firstName, lastName } = newAccount()
      await app.asOwner(
        `insert into pending_sign_up (email, first_name, last_name, password_hash, token_hash, asked_at, expires_at)
         values ($1, $2, $3, $4, $5, now(), now() + interval '1 hour')`,
        [typed, firstName, lastName, await hashPassword(password), tokenHash(token)],
      )
      return [{ token, password }]
    }
    case 'forgotten-password':
      return [{ email }]
    case 'new-password':
      return [{ ...(await link('reset')), password: newPassword }]
    case 'confirmed-email':
      return [await link('confirm')]
    case 'change-password':
      return [{ password, newPassword }]
    case 'passkey/add':
      return [await newKey()]
    case 'passkey/remove':
      return [{ ...(await post<{ id: string }>('passkey/add', await newKey())), password }]
    case 'two-factor/enable':
      return [{ password, secret: 'A'.repeat(32), code: '123456' }]
    case 'sign-on/begin':
      return [{}, { isLinking: true, password }]
    case 'sign-on/finish':
      return [{ state: 'x', code: 'y' }]
    case 'lock':
    case 'active':
    case 'sign-out':
    case 'passkey/options':
      return [{}]
    default:
      return [{ password }]
  }
}

/** An act that a colleague countersigns. */
const disposal = {
  endpoint: 'moveStock',
  id: crypto.randomUUID(),
  body: { kind: 'DISPOSE', quantity: 1, batchId: crypto.randomUUID(), cause: 'DAMAGED' },
  words: 'Dispose of 1 tablet',
}

/** Every place in a body where a value stands, however deep, and the body itself. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [at, ...inner.flatMap(([name, one]) => placesIn(one, [...at, name]))]
}

function withValueAt(body: unknown, [name, ...more]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const changed = Array.isArray(body) ? [...body] : { ...Object(body) }
  Reflect.set(changed, name, withValueAt(Reflect.get(Object(body), name), more, value))
  return changed
}

/** The body with each text that JSON can carry and PostgreSQL can't keep, in each place in turn. */
function brokenIn(body: unknown): unknown[] {
  return placesIn(body).flatMap((place) =>
    ['\ud800', 'a\u0000b'].map((broken) => withValueAt(body, place, broken)),
  )
}

/** As JSON: as they fit, wrong in one place, made up from the schema, cut off, or something else altogether. */
function madeUpAtTheDoor(schema: z.ZodType, given: readonly unknown[]): fc.Arbitrary<string> {
  const fitting = fc.constantFrom(...given)
  const spoiled = fitting.chain((body) =>
    fc
      .tuple(fc.constantFrom(...placesIn(body)), fc.oneof(nastyText, nastyValue))
      .map(([place, value]) => withValueAt(body, place, value)),
  )
  const whole = fc
    .oneof(
      { weight: 2, arbitrary: fitting },
      { weight: 4, arbitrary: spoiled },
      { weight: 3, arbitrary: madeUpBodies(schema, given) },
      { weight: 1, arbitrary: nastyValue },
    )
    .map((body) => JSON.stringify(body))
  const cutOff = fc.tuple(whole, fc.nat(60)).map(([body, length]) => body.slice(0, length))
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: cutOff })
}

/** The fault of an answer that is neither a success nor a sentence with a code for its case. */
function faultOf({ status, headers, text }: Answer): string | undefined {
  if (status < 400) return undefined
  if (status >= 500) return 'failed'
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return 'is no problem'
  const { data } = Problem.safeParse(JSON.parse(text))
  if (!data || !/^[a-z]+(_[a-z]+)*$/.test(data.code) || data.code === 'refused')
    return 'has no code of its own'
  const said = [data.detail, ...(data.errors ?? []).map(({ message }) => message)]
  // Messages name fields in our words, not in a library's: '[body.name] Invalid input: …'.
  const isTheirs = /\[body|Invalid input|expected \w+, received|Invalid (string|option)|Unrecognized/.test(
    text,
  )
  return isTheirs || !said.every((sentence) => /^\p{Lu}\S* ./u.test(sentence))
    ? 'says no sentence'
    : undefined
}

/** Addresses where no body succeeds here: they need a current code, a passkey, or a person linked to the provider. */
const secured = [
  'export',
  'export/passkey',
  'sign-on/finish',
  'sign-on/unlink',
  'two-factor/enable',
  'two-factor/recovery-codes',
]

/** Makes up this many bodies for each door, and fails if one is answered otherwise than with a success or a clear refusal. */
export async function expectAnswersAtEveryDoor(bodies: number, seed: number): Promise<void> {
  const { app, doors, close } = await startWithDoors()
  const faults: string[] = []
  const opened = new Set<string>()
  try {
    for (const [url, schema] of doors) {
      const who = await somebodyIn(app)
      const given = await givenBodies(app, url, who)
      const headers: Record<string, string> = isEntrance(url) ? {} : { cookie: who.cookie }
      const madeUp = fc.sample(madeUpAtTheDoor(schema, given), { seed, numRuns: bodies })
      const sure = given.flatMap((body) => [body, ...brokenIn(body)]).map((body) => JSON.stringify(body))
      for (const body of [...sure, ...madeUp]) {
        // The limits are tested elsewhere; here they would hide everything behind them.
        await app.asOwner('delete from sign_in_count')
        const answer = await app.visitor.send('POST', url, { body, headers })
        const fault = faultOf(answer)
        if (fault) faults.push(`${url} ${fault}: ${answer.status} ${answer.text} ${body}`)
        if (answer.status === 200) opened.add(url)
      }
    }
  } finally {
    await close()
  }
  expect(faults.slice(0, 5)).toEqual([])
  // Requests that are all refused would prove little.
  const shut = [...doors.keys()].filter((url) => !opened.has(url)).map((url) => url.replace('/api/auth/', ''))
  expect(shut.toSorted()).toEqual(secured)
}

/** Signs up, in and out with made-up accounts, in a hospital that confirms no sign-up by e-mail. */
export async function expectAnswersToAccounts(app: TestApp, accounts: number, seed: number): Promise<void> {
  const paths = ['sign-up/email', 'sign-in/email', 'sign-out', 'token']
  const bodies = fc.sample(madeUpAccounts, { seed, numRuns: accounts })
  const faults: string[] = []
  for (const [number, body] of bodies.entries()) {
    if (number % 20 === 0) await app.asOwner('delete from sign_in_count')
    for (const path of paths) {
      const method = path === 'token' ? 'GET' : 'POST'
      const answer = await app.visitor.send(method, `/api/auth/${path}`, method === 'POST' ? { body } : {})
      const fault = faultOf(answer)
      if (fault) faults.push(`${path} ${fault}: ${answer.status} ${answer.text} ${body}`)
    }
  }
  expect(faults.slice(0, 5)).toEqual([])
}

/** Request bodies for a sign-up or a sign-in, as JSON: mostly an account with one field spoiled, missing or unknown. */
const madeUpAccounts: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.emailAddress({ size: 'small' }) },
      // From the second time on, an address that has an account.
      { weight: 1, arbitrary: fc.constantFrom('ada@hospital.test', 'Ada@Hospital.test') },
    ),
    fc.constantFrom(
      'email',
      'password',
      'name',
      'firstName',
      'lastName',
      'image',
      'callbackURL',
      'rememberMe',
      'role',
    ),
    fc.oneof(nastyValue, fc.constant('a\u0000b'), fc.constant(undefined)),
    fc.boolean(),
  )
  .map(([email, field, value, isWhole]) => {
    const account = {
      email,
      password: 'turn-the-wick-down',
      name: 'Ada',
      firstName: 'Ada',
      lastName: 'Okafor',
    }
    return JSON.stringify(isWhole ? { ...account, name: undefined } : { ...account, [field]: value })
  })
