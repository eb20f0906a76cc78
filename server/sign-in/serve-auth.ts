import { APIError } from 'better-auth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SignIn, SignUp } from '../../contract/account.ts'
import type { Problem } from '../../contract/api/errors.ts'
import { type Auth, addressHeader, innerOrigin, originHeader, textOf } from './auth.ts'
import { tellHiddenFailures } from './hidden-failures.ts'

/**
 * What of Better Auth is open: what Lantern's own screens and scripts use. Everything else it can do (renaming an
 * account, changing its e-mail, linking a provider …) stays shut, also what a later version of it adds.
 */
const open = [
  { method: 'POST', url: '/api/auth/sign-in/email', body: SignIn },
  { method: 'POST', url: '/api/auth/sign-up/email', body: SignUp },
  { method: 'POST', url: '/api/auth/sign-out', body: z.strictObject({}).nullish() },
  { method: 'GET', url: '/api/auth/token', body: undefined },
] as const

/** Hands the open paths to Better Auth, and makes its refusals problems like all others. */
export function serveAuth(app: FastifyInstance, auth: Auth, publicUrl: string | undefined) {
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    void reply.header('cache-control', 'no-store')
    const response = await tellHiddenFailures(() =>
      auth.handler(webRequest(request, publicUrl)).catch(refusedAnswer),
    )
    const cookies = response.headers.getSetCookie()
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    reply.status(response.status)
    const body = await response.text()
    const wait = response.headers.get('retry-after')
    if (wait) void reply.header('retry-after', wait)
    if (response.status >= 400)
      return reply.type('application/problem+json').send(authProblem(response.status, body))
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
    return reply.send(body)
  }
  for (const { method, url, body } of open) {
    app.route({ method, url, schema: { hide: true, ...(body && { body }) }, handler: answer })
  }
}

function refusedAnswer(error: unknown): Response {
  if (!(error instanceof APIError)) throw error
  return Response.json(error.body ?? {}, { status: error.statusCode, headers: new Headers(error.headers) })
}

function authProblem(status: number, body: string): string {
  const refusal: unknown = body ? JSON.parse(body) : {}
  const known = status === 401 ? 'NOT_SIGNED_IN' : status === 404 ? 'NOT_FOUND' : 'REFUSED'
  const code = (textOf(refusal, 'code').replace(/^UNAUTHORIZED$/, '') || known).toLowerCase()
  const detail =
    code === 'not_signed_in' ? 'Sign in to go on.' : textOf(refusal, 'message') || 'This was refused.'
  const problem: Problem = {
    type: `/api/docs#${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    detail,
  }
  return JSON.stringify(problem)
}

/**
 * What Better Auth is asked: at the route's own address, for nothing that a client calls us is one for sure (HTTP/1.0
 * has no Host at all).
 */
function webRequest(request: FastifyRequest, publicUrl: string | undefined): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^x-(forwarded|lantern)-/.test(name) || name === 'content-length') continue
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set(addressHeader, request.ip)
  const ownOrigin = originOf(publicUrl ?? `${request.protocol}://${request.host}`)
  if (ownOrigin) headers.set(originHeader, ownOrigin)
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  // Every browser names the origin of a POST and where it came from; who names neither is a script, which no other
  // site can make send our cookies.
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', innerOrigin)
  return new Request(new URL(request.routeOptions.url ?? '/', innerOrigin), {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
  })
}

/** The origin of the page that this server itself served to the browser: nothing else may use its cookies. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
