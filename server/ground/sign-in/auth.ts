import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { jwt } from 'better-auth/plugins/jwt'
import type pg from 'pg'
import { longestPassword, shortestPassword } from '../../../contract/people/sign-in.ts'
import type { Database } from '../db/connect.ts'
import { LimitedClient, nobodyWaits } from '../db/time-limits.ts'
import { cookieName } from './cookies.ts'
import { notingPool } from './hidden-failures.ts'
import { passkeyEntry } from './own/passkey-entry.ts'
import type { Passkeys } from './own/passkeys.ts'
import type { SecondFactor } from './own/second-factor.ts'
import { hashPassword, passwordVerifier, refuseEasyPassword } from './passwords.ts'
import { openingSessions } from './sign-on/open-session.ts'
import { tokenHash } from './token-hash.ts'

/** How long an access token lives, in seconds: it is asked for again with the session's cookie. */
const tokenLife = 300
const sessionDays = 7
/** Headers that tell Better Auth about a request; the same headers from a client are dropped. */
export const addressHeader = 'x-lantern-address'
export const originHeader = 'x-lantern-origin'
export const codeHeader = 'x-lantern-code'
export const confirmedHeader = 'x-lantern-confirmed'
/** Where Better Auth believes to be: whatever a client calls us. Nobody can have a page there, or guess its name. */
export const innerOrigin = `http://${randomUUID()}.invalid`

export interface AuthOptions {
  db: Database
  pool: pg.Pool
  secret: string
  clock: () => Date
  secondFactor: SecondFactor
  passkeys: Passkeys
  /** No password is made of it. */
  hospitalName: () => Promise<string>
  /** The origin that browsers use, when a proxy in front makes it another than the Host header says. */
  publicUrl?: string | undefined
}

/** Accounts, passwords and sessions at /api/auth/*: Better Auth on Lantern's own tables. */
export function createAuth(options: AuthOptions) {
  const { db, pool, secret, clock, secondFactor, passkeys, hospitalName, publicUrl } = options
  const isSecure = publicUrl?.startsWith('https:') ?? false

  /** Whether somebody comes with more than a password; other ways in have factors of their own. @throws APIError */
  async function bringsSecondStep(
    staffId: string,
    context: { path: string; headers?: Headers | undefined } | null,
  ): Promise<boolean> {
    if (context?.path === '/sign-up/email') return false
    if (context?.path !== '/sign-in/email') return true
    const given = context.headers?.get(codeHeader) ?? ''
    return secondFactor.demand(staffId, decodeURIComponent(given))
  }

  return betterAuth({
    appName: 'Lantern',
    basePath: '/api/auth',
    baseURL: innerOrigin,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Errors that are not its own answers (the database is away, say) are handled as all others.
    onAPIError: { throw: true },
    database: notingPool(pool),
    trustedOrigins: (request) => [request?.headers.get(originHeader)],
    user: {
      modelName: 'staff',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        firstName: { type: 'string', required: true, fieldName: 'first_name' },
        lastName: { type: 'string', required: true, fieldName: 'last_name' },
        active: { type: 'boolean', required: false, input: false, defaultValue: true },
        invitationHash: {
          type: 'string',
          required: false,
          input: false,
          returned: false,
          fieldName: 'invitation_hash',
        },
      },
      changeEmail: { enabled: false },
      deleteUser: { enabled: false },
    },
    session: {
      fields: {
        userId: 'staff_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        secondStep: {
          type: 'boolean',
          required: false,
          input: false,
          returned: false,
          defaultValue: false,
          fieldName: 'second_step',
        },
      },
      expiresIn: sessionDays * 24 * 3600,
      // However long a screen stays open, the password is asked for again after that.
      disableSessionRefresh: true,
    },
    account: {
      fields: {
        userId: 'staff_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: { hash: hashPassword, verify: passwordVerifier(db) },
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: cookieName('lantern', '/', isSecure),
      // Said, because Better Auth leaves it out by itself where NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // Better Auth's own way to secure ones calls them __Secure-, whatever their prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true, secure: isSecure },
    },
    // Counted in attempts.ts instead, which knows failures from successes and owners from strangers.
    rateLimit: { enabled: false },
    plugins: [
      passkeyEntry(passkeys, originHeader),
      openingSessions,
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
        },
        jwt: {
          issuer: 'lantern',
          audience: 'lantern',
          definePayload: ({ session }) => {
            const now = Math.floor(clock().getTime() / 1000)
            return { sid: session.id, iat: now, exp: now + tokenLife }
          },
        },
        schema: {
          jwks: {
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
    databaseHooks: {
      user: {
        create: {
          before: async (account, context) => {
            const invitation = textOf(context?.body, 'invitation')
            const isConfirmed = context?.headers?.has(confirmedHeader) ?? false
            return {
              data: {
                ...account,
                name: `${String(account['firstName'])} ${String(account['lastName'])}`.trim(),
                ...(isConfirmed && { emailVerified: true }),
                ...(invitation && { invitationHash: tokenHash(invitation) }),
              },
            }
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => {
            // Asked on the sign-up's own connection: ten sign-ups at once that each waited for a second one would
            // wait for each other.
            const account = await context?.context.internalAdapter.findUserById(session.userId)
            if (account && 'active' in account && account.active === false) {
              throw new APIError('FORBIDDEN', {
                code: 'ACCOUNT_DEACTIVATED',
                message: 'This account was deactivated. Ask an administrator.',
              })
            }
            return { data: { ...session, secondStep: await bringsSecondStep(session.userId, context) } }
          },
          // Signing in again ends the earlier session, whose cookie is replaced.
          after: async (session, context) => {
            if (!context) return
            const { authCookies, internalAdapter, secret: signed } = context.context
            const before = await context.getSignedCookie(authCookies.sessionToken.name, signed)
            if (before && before !== session.token) await internalAdapter.deleteSession(before)
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (context.path === '/sign-up/email') {
          const own = ['email', 'firstName', 'lastName'].map((field) => textOf(context.body, field))
          await refuseEasyPassword(textOf(context.body, 'password'), [...own, await hospitalName()], tooEasy)
        }
      }),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

export function textOf(body: unknown, field: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  return typeof value === 'string' ? value : ''
}

function tooEasy(message: string) {
  return new APIError('UNPROCESSABLE_ENTITY', { code: 'PASSWORD_TOO_COMMON', message })
}

/**
 * Makes the key that tokens are signed with, where there is none yet. Better Auth would make it for the first token, and
 * two first tokens at once would be signed with a key each, of which the servers would know one.
 */
export async function makeSigningKey(db: Database, databaseUrl: string, auth: Auth): Promise<void> {
  if (await db.selectFrom('jwks').select('id').limit(1).executeTakeFirst()) return
  // A connection of its own: Better Auth takes one of the pool's, which may have no second.
  const turn = new LimitedClient({ connectionString: databaseUrl }, nobodyWaits)
  await turn.connect()
  try {
    await turn.query(`select pg_advisory_lock(hashtext('lantern signing key'))`)
    await auth.api.getJwks()
  } finally {
    await turn.end()
  }
}
