import type { Configuration, IDToken, ServerMetadata } from 'openid-client'
import { text } from '../../../../contract/api/fields.ts'
import { longestName } from '../../../../contract/people/account.ts'
import { mostRoles, RoleName } from '../../../../contract/people/role-names.ts'
import { roles as roleNames } from '../../../../contract/permissions.ts'
import { Refusal } from '../../http/errors.ts'
import type { SignOnSettings } from '../../start/sign-on-settings.ts'

/** The values of one sign-on, to compare with what the provider returns. */
export interface Flow {
  state: string
  nonce: string
  verifier: string
}

/** The parameters in the address that the provider sent the browser back to. */
export interface Returned {
  state: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** A person's account at the provider. */
export interface Person {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Null where the provider is not asked. */
  roles: string[] | null
}

export interface Provider {
  readonly settings: SignOnSettings
  /** @throws Refusal while it can’t be reached */
  begin(): Promise<{ url: string; flow: Flow }>
  /** @throws Refusal unless everything that it says holds */
  finish(flow: Flow, returned: Returned): Promise<Person>
}

/** Seconds for an answer of the provider; somebody waits. */
const patience = 5
/** Milliseconds after which what the provider says of itself is read again. */
const rereadAfter = 3_600_000

/**
 * Asks the provider what it is when somebody first wants to sign in by it, and again until it answers: it may be away
 * when Lantern starts, and Lantern never waits for it otherwise.
 */
export function createProvider(settings: SignOnSettings, onTrouble: (error: unknown) => void): Provider {
  const { name, issuer, clientId, clientSecret, scopes, redirectUri } = settings
  let known: { configuration: Promise<Configuration>; since: number } | undefined

  const library = () => import('openid-client')

  function configuration(): Promise<Configuration> {
    if (known && performance.now() - known.since < rereadAfter) return known.configuration
    const asked = { configuration: discover(), since: performance.now() }
    known = asked
    asked.configuration.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.configuration
  }

  async function discover(): Promise<Configuration> {
    const client = await library()
    const url = new URL(issuer)
    const found = await client.discovery(
      url,
      clientId,
      undefined,
      (server, ...request) => {
        const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } =
          server as ServerMetadata
        const authenticate = methods.includes('client_secret_basic')
          ? client.ClientSecretBasic(clientSecret)
          : client.ClientSecretPost(clientSecret)
        return authenticate(server, ...request)
      },
      {
        timeout: patience,
        execute: [
          // Signatures are checked, although the token comes by TLS from the provider itself.
          client.enableNonRepudiationChecks,
          ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    // The library compares them as addresses, of which a slash at the end may be no part; accounts are linked to the letter.
    const { issuer: named } = found.serverMetadata()
    if (named !== issuer)
      throw new OtherIssuer(`The provider calls itself ${named}, and OIDC_ISSUER is ${issuer}`)
    return found
  }

  async function claimsOf(config: Configuration, flow: Flow, returned: Returned): Promise<IDToken> {
    const client = await library()
    const url = new URL(redirectUri)
    for (const [key, value] of Object.entries(returned)) if (value) url.searchParams.set(key, value)
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('no claims')
    // Many providers say who somebody is here alone; what is signed comes first.
    const more = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {}
    return { ...more, ...claims }
  }

  return {
    settings,
    async begin() {
      try {
        const client = await library()
        const config = await configuration()
        const flow = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes,
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, flow }
      } catch (error) {
        onTrouble(error)
        throw isLie(error) ? untrusted(name) : away(name)
      }
    },
    async finish(flow, returned) {
      if (returned.state !== flow.state) throw begunElsewhere()
      if (returned.error || !returned.code) throw denied(name)
      try {
        return personOf(await claimsOf(await configuration(), flow, returned), settings)
      } catch (error) {
        onTrouble(error)
        throw isAway(error) ? away(name) : isRefusal(error) ? denied(name) : untrusted(name)
      }
    },
  }
}

class OtherIssuer extends Error {}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** It calls itself something else than it was asked as. */
function isLie(error: unknown): boolean {
  return error instanceof OtherIssuer || codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
}

/** No answer came, or none of the provider’s own, or one that broke off. */
function isAway(error: unknown): boolean {
  return (
    (error instanceof TypeError && error.message === 'fetch failed') ||
    ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(codeOf(error)) ||
    (codeOf(error) === 'OAUTH_PARSE_ERROR' && brokeOff(error))
  )
}

/** Whether a response broke off. A whole response that can't be parsed throws a SyntaxError instead. */
function brokeOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || error.name === 'TimeoutError' || brokeOff(error.cause)
}

/** It takes the code for used, or for none, or Lantern for somebody else. */
function isRefusal(error: unknown): boolean {
  return ['OAUTH_RESPONSE_BODY_ERROR', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'].includes(codeOf(error))
}

export function begunElsewhere(): Refusal {
  return new Refusal('sign_on_expired', 'This sign-in was started elsewhere, or took too long. Start again.')
}

function away(name: string): Refusal {
  return new Refusal(
    'sign_on_unavailable',
    `${name} can’t be reached right now. Sign in with your password, or try again in a moment.`,
  )
}

export function untrusted(name: string): Refusal {
  return new Refusal(
    'sign_on_untrusted',
    `${name} gave an answer that Lantern can’t trust. No one was signed in. Sign in with your password, and tell your IT support.`,
  )
}

function denied(name: string): Refusal {
  return new Refusal('sign_on_denied', `${name} did not confirm who you are. No one was signed in.`)
}

function personOf(claims: IDToken, settings: SignOnSettings): Person {
  const said = (claim: string) => {
    const value = claims[claim]
    return typeof value === 'string' ? value.trim() : ''
  }
  const email = said('email').toLowerCase()
  const [first = '', ...others] = said('name').split(/\s+/)
  const { sub: subject } = claims
  // Checked, and taken as it is: trimmed, it could be somebody else's.
  text(255).parse(subject)
  return {
    issuer: claims.iss,
    subject,
    email: email || null,
    emailVerified: claims['email_verified'] === true,
    firstName: (said('given_name') || first || email).slice(0, longestName),
    lastName: (said('family_name') || others.join(' ')).slice(0, longestName),
    roles: rolesIn(claims, settings),
  }
}

/** The roles that the claim names. A provider that leaves it out names none. */
export function rolesIn(
  claims: Readonly<Record<string, unknown>>,
  { rolesClaim, roles }: Pick<SignOnSettings, 'rolesClaim' | 'roles'>,
): string[] | null {
  if (!rolesClaim) return null
  // Some claims are called like an address; others stand in one another: realm_access.roles.
  const value = Object.hasOwn(claims, rolesClaim)
    ? claims[rolesClaim]
    : rolesClaim.split('.').reduce<unknown>((place, step) => fieldOf(place, step), claims)
  const named = [value].flat().filter((one) => typeof one === 'string')
  const granted = named.flatMap((one) => (roles ? (roles.get(one) ?? []) : one))
  return [...new Set(granted.filter((one) => RoleName.safeParse(one).success))].slice(
    0,
    roleNames.length + mostRoles,
  )
}

function fieldOf(place: unknown, step: string): unknown {
  return typeof place === 'object' && place !== null && Object.hasOwn(place, step)
    ? Reflect.get(place, step)
    : undefined
}
