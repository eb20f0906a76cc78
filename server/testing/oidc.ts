import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** The provider's claims about a user, besides the subject. */
export type Claims = Readonly<Record<string, unknown>>

/** A real OpenID Connect provider, with a page to sign in on, that lies and fails as a test wants it to. */
export interface OidcServer {
  readonly issuer: string
  /** Everybody there, by subject. */
  readonly people: Map<string, Claims>
  /** Changes what an ID token says before it is signed, or signs it with somebody else's key; undefined: the truth. */
  lie(how: { claims?: (claims: JWTPayload) => JWTPayload; isForged?: boolean } | undefined): void
  /** Makes it claim another issuer; undefined restores its own. */
  pretend(issuer: string | undefined): void
  /** The subject that the user info names; undefined: the token's own. */
  confuse(subject: string | undefined): void
  /** It takes connections and answers nothing. */
  goSilent(isSilent: boolean): void
  /** It begins to answer, and hangs up. */
  breakOff(isBreaking: boolean): void
  /** How much it was asked while it was silent. */
  readonly unanswered: number
  stop(): Promise<void>
  start(): Promise<void>
}

export interface OidcClient {
  clientId: string
  clientSecret: string
  redirectUri: string
}

export async function openOidcServer(client: OidcClient): Promise<OidcServer> {
  const people = new Map<string, Claims>()
  const [own, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ])
  let lying: Parameters<OidcServer['lie']>[0]
  let pretended: string | undefined
  let confused: string | undefined
  let isSilent = false
  let unanswered = 0
  let isBreaking = false

  let server: Server = createServer(answer)
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'roles'],
    },
    cookies: { keys: ['for tests'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    // Everybody has agreed already.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      const clientId = oidc.client?.clientId
      if (!accountId || !clientId) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const { body } = context as { body: Record<string, unknown> }
    const route = context.oidc?.route
    if (route === 'discovery' && pretended) context.body = { ...body, issuer: pretended }
    if (route === 'userinfo' && confused) context.body = { ...body, sub: confused }
    if (route === 'token' && lying && typeof body['id_token'] === 'string') {
      const { claims = (truth) => truth, isForged = false } = lying
      const token = new SignJWT(claims(decodeJwt(body['id_token'])))
      context.body = {
        ...body,
        id_token: await token
          .setProtectedHeader({ alg: 'RS256', kid: 'own' })
          .sign(isForged ? foreign.privateKey : own.privateKey),
      }
    }
  })
  const callback = provider.callback()

  function answer(request: IncomingMessage, response: ServerResponse) {
    if (isSilent) {
      unanswered++
      return
    }
    if (isBreaking) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{', () => response.destroy())
      return
    }
    if (!request.url?.startsWith('/interaction/')) {
      void callback(request, response)
      return
    }
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(signInPage)
      return
    }
    void signIn(request, response)
  }

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const accountId = new URLSearchParams(body).get('login') ?? ''
    const result = people.has(accountId)
      ? { login: { accountId } }
      : { error: 'access_denied', error_description: 'Nobody of that name' }
    await provider.interactionFinished(request, response, result)
  }

  return {
    issuer,
    people,
    lie(how) {
      lying = how
    },
    pretend(other) {
      pretended = other
    },
    confuse(subject) {
      confused = subject
    },
    goSilent(silent) {
      isSilent = silent
      unanswered = 0
    },
    breakOff(breaking) {
      isBreaking = breaking
    },
    get unanswered() {
      return unanswered
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async start() {
      server = createServer(answer)
      await listen(server, port)
    },
  }
}

const signInPage = `<!doctype html><html lang="en"><title>Sign-on</title>
<form method="post"><label>Login <input name="login"></label><button>Continue</button></form>`

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

/** Does what a browser does there: follows where it is sent, signs in, and answers what it is sent back with. */
export async function throughProvider(
  address: string,
  login: string,
  redirectUri: string,
): Promise<Record<string, string>> {
  const jar = new Map<string, string>()
  let url = address
  let form: URLSearchParams | undefined
  for (let steps = 0; steps < 10; steps++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    form = location ? undefined : new URLSearchParams({ login })
    if (location) url = new URL(location, url).href
    else if (!(await answer.text()).includes('name="login"')) break
    if (url.startsWith(redirectUri)) return Object.fromEntries(new URL(url).searchParams)
  }
  throw new Error(`The provider leads nowhere: ${url}`)
}
