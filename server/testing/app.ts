import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { chooseRole, editStaffMember, type Me, readMe, readStaffMember } from '../../contract/people/staff.ts'
import type { Role } from '../../contract/permissions.ts'
import { type AppOptions, buildApp } from '../app.ts'
import type { BackupPlan } from '../ground/backup/nightly/plan.ts'
import { connect } from '../ground/db/connect.ts'
import { nobodyWaits, type TimeLimits } from '../ground/db/time-limits.ts'
import { type Answer, type Client, createClient, ifMatch } from './client.ts'
import type { ReadyAccount, Template, TestDatabase } from './database.ts'

/** A test's result must not depend on how busy its machine is. */
const patience: TimeLimits = { ...nobodyWaits, connection: 20_000 }

/** Backups can be asked for, and nobody makes them: a server does that only where it does what is done without a call. */
const neverMade: BackupPlan = {
  directory: '/var/backups/lantern',
  hour: 2,
  keep: 14,
  passphraseFile: undefined,
  auditKeyFile: '/var/lib/lantern/audit-key.pem',
  databaseUrl: null,
  dataDirectory: '/var/lib/lantern',
}

export const password = 'turn-the-wick-down'

/** Somebody signed in: calls carry the token of their session. */
export interface StaffClient extends Client {
  readonly id: string
  readonly email: string
  /** The session's cookie, as a browser would send it. */
  readonly cookie: string
  /** The token that calls carry. */
  readonly token: string
  /** Asks for another token with the session's cookie: the old one lives for 5 minutes of the app's clock. */
  renewToken(): Promise<void>
  me(): Promise<Me>
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly url: string
  readonly database: TestDatabase
  /** Somebody without a session. */
  readonly visitor: Client
  /** The administrator: the first account of the hospital. */
  founder(): Promise<StaffClient>
  /** Somebody of this role, another each time. Null: an account without a role. */
  signIn(role: Role | null): Promise<StaffClient>
  /** A statement as the owner of the database, who may do what the server may not. */
  asOwner<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Writes the audit entries that still wait. */
  flushAudit(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions extends Partial<AppOptions> {
  /** Another server's database, for two servers on one. It is left alone at the end. */
  on?: TestApp
  /** A database that is there already, and is dropped at the end. */
  database?: TestDatabase
  /** `empty` for a hospital in which nobody has an account yet; otherwise there are a founder and one of each other role. */
  template?: Template
}

/**
 * A real server on a database of its own and a free port, more patient with it than a hospital's. Close it in `afterAll`.
 */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { on, database: given, template = 'staffed', ...appOptions } = options
  // Browser stories bring a database of their own: the one for tests is found with Vitest alone.
  const database =
    on?.database ?? given ?? (await (await import('./database.ts')).createTestDatabase(template))
  const app = await buildApp({
    databaseUrl: database.appUrl,
    limits: patience,
    checksAnswers: true,
    ...(!appOptions.runsJobs && { backups: neverMade }),
    ...appOptions,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { pool: owner } = connect(database.ownerUrl, { connections: 2, limits: patience })
  let founder: Promise<StaffClient> | undefined

  const testApp: TestApp = {
    app,
    url,
    database,
    visitor: createClient(url),
    founder() {
      founder ??= on ? on.founder() : (signInReady(testApp, 'admin') ?? signUpWithRole(testApp, 'admin'))
      return founder
    },
    async signIn(role) {
      if (role === null) return signUp(testApp)
      const admin = await testApp.founder()
      return signInReady(testApp, role) ?? signUpWithRole(testApp, role, admin)
    },
    async asOwner<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      return (await owner.query<Row>(statement, values)).rows
    },
    flushAudit: () => app.lantern.audit.flush(),
    async close() {
      await app.close()
      await owner.end()
      if (!on) await database.drop()
    },
  }
  return testApp
}

let people = 0
const surnames = ['Okafor', 'Lindqvist', 'Sharma', 'Moreau', 'Tanaka', 'Haddad', 'Kowalska', 'Silva']

export interface NewAccount {
  email: string
  password: string
  firstName: string
  lastName: string
  /** The token of an invitation. */
  invitation?: string
}

/** Somebody who can sign up, unlike everybody before. */
export function newAccount(changed: Partial<NewAccount> = {}): NewAccount {
  people++
  const lastName = surnames[people % surnames.length] ?? 'Okafor'
  return { email: `person${people}@hospital.test`, password, firstName: `Ada${people}`, lastName, ...changed }
}

/** A server, however it was started. */
type Door = Pick<TestApp, 'url' | 'visitor'>

/** Makes an account, as the sign-up page does. */
export function sendSignUp(
  app: { visitor: Client },
  account: NewAccount & object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { name: `${account.firstName} ${account.lastName}`, ...account }
  return app.visitor.send('POST', '/api/auth/sign-up/email', { body, headers })
}

export function sendSignIn(
  app: { visitor: Client },
  account: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { email: account.email, password: account.password }
  return app.visitor.send('POST', '/api/auth/sign-in/email', { body, headers })
}

/** An account with no role. */
export async function signUp(app: Door, account = newAccount()): Promise<StaffClient> {
  const answer = await sendSignUp(app, account)
  if (answer.status !== 200) throw new Error(`Signing up was answered with ${answer.status}: ${answer.text}`)
  return clientOf(app, answer)
}

/** The client of the session that a sign-in or a sign-up was answered with. */
export async function clientOf(app: Door, answer: Answer): Promise<StaffClient> {
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const token = await askToken(app, cookie)
  const visitor = createClient(app.url, () => ({ authorization: `Bearer ${token}` }))
  return clientWith(app, (await visitor.call(readMe)).body, cookie, token)
}

function clientWith(
  app: Door,
  { id, email }: { id: string; email: string },
  cookie: string,
  firstToken: string,
): StaffClient {
  let token = firstToken
  const client = createClient(app.url, () => ({ authorization: `Bearer ${token}` }))
  return {
    ...client,
    id,
    email,
    cookie,
    get token() {
      return token
    },
    async renewToken() {
      token = await askToken(app, cookie)
    },
    me: async () => (await client.call(readMe)).body,
  }
}

async function askToken(app: Door, cookie: string): Promise<string> {
  const answer = await app.visitor.send('GET', '/api/auth/token', { headers: { cookie } })
  const body: unknown = answer.body
  if (typeof body === 'object' && body !== null && 'token' in body) return String(body.token)
  throw new Error(`No token in ${answer.text}`)
}

/** The one of this role whom the database was made with, unless a test has her already. */
function signInReady(app: TestApp, role: Role): Promise<StaffClient> | undefined {
  const { ready = [] } = app.database
  const account = ready.find((one) => one.role === role)
  if (!account) return undefined
  ready.splice(ready.indexOf(account), 1)
  return clientOfReady(app, account)
}

async function clientOfReady(app: TestApp, { id, email, cookie }: ReadyAccount): Promise<StaffClient> {
  try {
    return clientWith(app, { id, email }, cookie, await askToken(app, cookie))
  } catch {
    // Her session is over where the hospital's clock is days ahead.
    return clientOf(app, await sendSignIn(app, { email, password }))
  }
}

export async function signUpWithRole(
  app: TestApp,
  role: Role,
  admin?: StaffClient,
  account = newAccount(),
): Promise<StaffClient> {
  const client = await signUp(app, account)
  if (admin) await offerRoles(admin, client.id, [role])
  await client.call(chooseRole, { body: { role } }).then((answer) => answer.body)
  return client
}

/** Offers roles, as an administrator does on the staff page. */
export async function offerRoles(
  admin: Client,
  id: string,
  offeredRoles: readonly string[],
  active = true,
): Promise<void> {
  const member = (await admin.call(readStaffMember, { params: { id } })).body
  const edited = await admin.call(
    editStaffMember,
    { params: { id }, body: { offeredRoles: [...offeredRoles], active } },
    ifMatch(member),
  )
  if (edited.status !== 200) throw new Error(edited.text)
}
