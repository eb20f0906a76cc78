import { APIError } from 'better-auth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Problem } from '../../../contract/api/errors.ts'
import { ConfirmSignUp, PasskeyAnswer, SignIn, SignUp } from '../../../contract/people/sign-in.ts'
import { invalidField, Refusal } from '../http/errors.ts'
import { auditInsert } from '../trail/write.ts'
import { type Origin, originOf, webOrigin } from './attempt-origin.ts'
import type { Attempt, Attempts, Verdict } from './attempts.ts'
import { entryOf, erasedBy, type Said } from './audit-entries.ts'
import {
  type Auth,
  addressHeader,
  codeHeader,
  confirmedHeader,
  innerOrigin,
  originHeader,
  textOf,
} from './auth.ts'
import { tellHiddenFailures } from './hidden-failures.ts'
import { isStillPassword, passwordVerifier } from './passwords.ts'
import { askingToSignUp } from './sign-up/ask.ts'
import { openSignUp } from './sign-up/pending-sign-ups.ts'
import { tokenHash } from './token-hash.ts'

/**
 * The endpoints of Better Auth that are open: those that Lantern's own screens and scripts use. Everything else
 * (renaming an account, changing its e-mail, linking a provider …) stays shut, also what a later version of it adds.
 */
const open = [
  { method: 'POST', url: '/api/auth/sign-in/email', body: SignIn },
  { method: 'POST', url: '/api/auth/sign-in/passkey', body: PasskeyAnswer },
  { method: 'POST', url: '/api/auth/sign-up/email', body: SignUp },
  { method: 'POST', url: '/api/auth/confirmed-sign-up', body: ConfirmSignUp },
  { method: 'POST', url: '/api/auth/sign-out', body: z.strictObject({}).nullish() },
  { method: 'GET', url: '/api/auth/token', body: undefined },
] as const

/** A request without it has no session to look up, and may always be answered so. */
const sessionCookie = /(?:^|;\s*)(?:__Host-)?lantern\.session_token=/

/** The password was right, and nobody got in: no guess, and on record. */
const knewPassword = ['account_deactivated', 'two_factor_required', 'passkey_required']

/** A response of Better Auth. */
interface Answer {
  status: number
  headers: Headers
  body: string
}

/** Hands the open paths to Better Auth, and makes its refusals problems like all others. */
export function serveAuth(
  app: FastifyInstance,
  auth: Auth,
  attempts: Attempts,
  publicUrl: string | undefined,
) {
  const { audit, clock, db, hospital, outbox } = app.lantern
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const askToSignUp = askingToSignUp(app.lantern, { attempts, isSecure })
  const verify = passwordVerifier(db)

  async function ask(request: FastifyRequest, confirmed?: SignUp): Promise<Answer> {
    const response = await tellHiddenFailures(() =>
      auth.handler(webRequest(request, publicUrl, confirmed)).catch(refusedAnswer),
    )
    const answer = { status: response.status, headers: response.headers, body: await response.text() }
    const isInvited = textOf(request.body, 'invitation') !== ''
    return isInvited && codeOf(answer) === 'failed_to_create_user' ? closedInvitation() : answer
  }

  /** A password that somebody changed while it was checked opens nothing: what ended all sessions missed this one. */
  async function askByPassword(request: FastifyRequest, { passwordSetAt }: Attempt): Promise<Answer> {
    const answer = await ask(request)
    if (answer.status !== 200) return answer
    const { token, user }: { token: string; user: { id: string } } = JSON.parse(answer.body)
    if (await isStillPassword(db, user.id, passwordSetAt)) return answer
    await db.deleteFrom('session').where('token', '=', token).execute()
    return wrongPassword()
  }

  /** Lets somebody try to sign in, and records who did, or whose account it was tried with. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    action: 'signIn' | 'signUp',
    act: (attempt: Attempt) => Promise<Answer>,
  ) {
    const origin = originOf(request, isSecure)
    const attempt =
      action === 'signIn'
        ? await attempts.toSignIn(textOf(request.body, 'email'), origin)
        : attempts.toSignUp(origin)
    const isGone = () => reply.raw.destroyed
    const { result, earlier } = await attempts.make(attempt, isGone, () => act(attempt), judge)
    const verdict = judge(result)
    const code = codeOf(result)
    if (typeof verdict === 'object') {
      if (action === 'signIn') note(request, { action, staffId: verdict.staffId, changes: erasedBy(earlier) })
      else await leaveSignUp(request, verdict.staffId)
      letIn(result, origin)
      if (action === 'signUp') await askToConfirm(textOf(request.body, 'email'))
    } else if (action === 'signIn' && (verdict === 'failure' || knewPassword.includes(code))) {
      note(request, { action, subjectId: attempt.staffId, outcome: code })
    }
    return result
  }

  async function signUp(request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const way = await wayToSignUp(textOf(request.body, 'invitation'))
    if (way === 'by mail') return answered(await askToSignUp(request, reply))
    return enter(request, reply, 'signUp', async () => (way === 'closed' ? closedInvitation() : ask(request)))
  }

  /**
   * Whether a sign-up makes the account at once, or after its e-mail address is confirmed. The first account of a
   * hospital and people with an invitation need no confirmation, and a hospital without mail can't ask for one. This is
   * decided before the address is looked at, so that a made-up invitation reveals nothing about it. @throws Refusal for
   * somebody without an open invitation where the hospital wants one
   */
  async function wayToSignUp(invitation: string): Promise<'at once' | 'by mail' | 'closed'> {
    const { invitationOnly } = await hospital.read()
    const { rows } = await sql<{ isAdmitted: boolean }>`
      select exists (select from invitation where token_hash = ${tokenHash(invitation)} and is_open(invitation))
        or not exists (select from staff) as "isAdmitted"`.execute(db)
    if (rows[0]?.isAdmitted) return 'at once'
    if (invitationOnly && invitation) throw new Refusal('invitation_closed', closedWords)
    if (invitationOnly)
      throw new Refusal(
        'invitation_needed',
        'You need an invitation to sign up here. Ask an administrator for one.',
      )
    return invitation ? 'closed' : outbox.sends ? 'by mail' : 'at once'
  }

  /**
   * Makes the account of a sign-up whose link was opened. The password is asked for again because anybody can sign up
   * with somebody else's address: the owner of the address, who opens the link unsuspecting, would otherwise make an
   * account that a stranger has the password of.
   */
  async function confirmSignUp(request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const { token, password } = request.body as ConfirmSignUp
    await wayToSignUp('')
    const origin = originOf(request, isSecure)
    const pending = await openSignUp(db, token, clock())
    if (!pending) throw await closedSignUp(request, origin)
    const { passwordHash, ...typed } = pending
    const { result } = await attempts.make(
      attempts.toConfirmSignUp(token, origin),
      () => reply.raw.destroyed,
      async () =>
        (await verify({ hash: passwordHash, password }))
          ? ask(request, { ...typed, name: '', password })
          : null,
      (answer) => (answer ? judge(answer) : 'failure'),
    )
    if (!result) {
      note(request, { action: 'signUp', outcome: 'wrong_password' })
      throw invalidField('password', 'This is not the password of this sign-up. Forgotten it? Sign up again.')
    }
    const verdict = judge(result)
    if (typeof verdict === 'object') {
      await leaveSignUp(request, verdict.staffId)
      letIn(result, origin)
    } else if (!(await openSignUp(db, token, clock()))) {
      throw await closedSignUp(request, origin)
    }
    return result
  }

  /** @throws Refusal while links from this address are paused */
  async function closedSignUp(request: FastifyRequest, origin: Origin): Promise<Refusal> {
    await attempts.toOpenClosedLink('sign-up-link', origin)
    note(request, { action: 'signUp', outcome: 'link_closed' })
    return new Refusal('link_closed', 'This link was used, or has expired. Sign in, or sign up again.')
  }

  /** Nothing is guessed at a passkey: what is wrong is on record, as far as it is no flood, and slows nobody. */
  async function enterByPasskey(request: FastifyRequest): Promise<Answer> {
    const answer = await ask(request)
    const verdict = judge(answer)
    const by = { by: 'passkey' }
    const origin = originOf(request, isSecure)
    if (typeof verdict === 'object') {
      note(request, { action: 'signIn', staffId: verdict.staffId, changes: by })
      await attempts.know(verdict.staffId, origin)
      answer.headers.append('set-cookie', origin.deviceCookie)
    } else if (answer.status < 500 && (await attempts.leavesEntry('passkey', origin))) {
      note(request, { action: 'signIn', changes: by, outcome: codeOf(answer) })
    }
    return answer
  }

  /**
   * A new account is on record before its owner hears of it, with the roles that it came with: the first has its own, and
   * others have those of an invitation. It is made by now: where the database is away again, it is noted as it is.
   */
  async function leaveSignUp(request: FastifyRequest, staffId: string) {
    const entry = entryOf(request, clock(), { action: 'signUp', staffId })
    const changes = sql`nullif(jsonb_strip_nulls(jsonb_build_object(
      'offeredRoles', case when staff.offered_roles <> '{}' then jsonb_build_array('{}'::text[], staff.offered_roles::text[]) end,
      'invitation', invitation.id)), '{}')`
    const made = sql`
      from staff left join invitation on token_hash = invitation_hash where staff.id = ${staffId}`
    await auditInsert({ ...entry, changes }, made)
      .execute(db)
      .catch((error) => {
        app.log.warn(error)
        audit.note(entry)
      })
  }

  /** The account is made: where this fails, its owner has the link sent from their settings. */
  async function askToConfirm(email: string) {
    await outbox.ask(db, 'confirm', email).catch((error) => app.log.warn(error))
    outbox.hurry()
  }

  async function renew(request: FastifyRequest) {
    if (!hasSession(request)) throw new Refusal('not_signed_in', 'Sign in to continue.')
    const answer = await ask(request)
    if (answer.status === 200 && !(await isUsed(answer.body))) {
      throw new Refusal('not_signed_in', 'Unlock the screen to continue.')
    }
    // A colleague may have signed in meanwhile at this browser, whose new cookie it would take.
    if (answer.status === 401) answer.headers.delete('set-cookie')
    return answer
  }

  /** Notes that the session of a new token is used; not where it is locked. */
  async function isUsed(body: string): Promise<boolean> {
    const { sid } = decodeJwt<{ sid: string }>(textOf(JSON.parse(body), 'token'))
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ used_at: clock() })
      .where('id', '=', sid)
      .where('locked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async function leave(request: FastifyRequest): Promise<Answer> {
    if (!hasSession(request)) return answered({ success: true })
    const { headers } = webRequest(request, publicUrl)
    const leaving = await tellHiddenFailures(() =>
      auth.api.getSession({ headers, query: { disableRefresh: true } }),
    )
    const answer = await ask(request)
    if (leaving && answer.status === 200) {
      note(request, { action: 'signOut', staffId: leaving.user.id })
    }
    return answer
  }

  function note(request: FastifyRequest, said: Said) {
    audit.note(entryOf(request, clock(), said))
  }

  async function send(reply: FastifyReply, { status, headers, body }: Answer) {
    const cookies = headers.getSetCookie()
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    reply.status(status)
    if (status >= 400) return reply.type('application/problem+json').send(authProblem(status, body))
    for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value)
    return reply.send(body)
  }

  const acts = {
    '/api/auth/sign-in/email': (request, reply) =>
      enter(request, reply, 'signIn', (attempt) => askByPassword(request, attempt)),
    '/api/auth/sign-in/passkey': enterByPasskey,
    '/api/auth/sign-up/email': signUp,
    '/api/auth/confirmed-sign-up': confirmSignUp,
    '/api/auth/sign-out': leave,
    '/api/auth/token': renew,
  } satisfies Record<
    (typeof open)[number]['url'],
    (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>
  >
  for (const { method, url, body } of open) {
    app.route({
      method,
      url,
      schema: { hide: true, ...(body && { body }) },
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return send(reply, await acts[url](request, reply))
      },
    })
  }
}

/** Whether it may have a session: who sends no cookie has none. */
export function hasSession({ headers }: FastifyRequest): boolean {
  return sessionCookie.test(headers.cookie ?? '')
}

function answered(body: object): Answer {
  const headers = new Headers({ 'content-type': 'application/json' })
  return { status: 200, headers, body: JSON.stringify(body) }
}

/** The session's token goes to its cookie alone, where no script reads it; the browser is known from now on. */
function letIn(answer: Answer, { deviceCookie }: Origin) {
  const { token: _, ...told }: Record<string, unknown> = JSON.parse(answer.body)
  answer.body = JSON.stringify(told)
  answer.headers.append('set-cookie', deviceCookie)
}

/** In the words of Better Auth. */
function wrongPassword(): Answer {
  const refusal = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }
  return { status: 401, headers: new Headers(), body: JSON.stringify(refusal) }
}

const closedWords = 'This invitation can’t be used any more. Ask an administrator for another.'

/** It was used or has ended before, or meanwhile, when the database refuses the account. */
function closedInvitation(): Answer {
  const refusal = { code: 'INVITATION_CLOSED', message: closedWords }
  return { status: 409, headers: new Headers(), body: JSON.stringify(refusal) }
}

/** An attempt fails by what was typed; another site's page, and an account that is shut or asks for more, are no guess. */
function judge(answer: Answer): Verdict {
  const { status, body } = answer
  if (status === 200) {
    const { user }: { user: { id: string } } = JSON.parse(body)
    return { staffId: user.id }
  }
  if (codeOf(answer).startsWith('user_already_exists')) return 'taken'
  const isGuess = status < 500 && status !== 403 && !knewPassword.includes(codeOf(answer))
  return isGuess ? 'failure' : 'other'
}

function refusedAnswer(error: unknown): Response {
  if (!(error instanceof APIError)) throw error
  return Response.json(error.body ?? {}, { status: error.statusCode, headers: new Headers(error.headers) })
}

function codeOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const refusal: unknown = body ? JSON.parse(body) : {}
  const known = status === 401 ? 'NOT_SIGNED_IN' : status === 404 ? 'NOT_FOUND' : 'REFUSED'
  return (textOf(refusal, 'code').replace(/^UNAUTHORIZED$/, '') || known).toLowerCase()
}

function authProblem(status: number, body: string): string {
  const refusal: unknown = body ? JSON.parse(body) : {}
  const code = codeOf({ status, body })
  const detail =
    code === 'not_signed_in' ? 'Sign in to continue.' : textOf(refusal, 'message') || 'This was refused.'
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
 * The request to Better Auth, at the route's own address, because a client's Host can be wrong, and HTTP/1.0 has none.
 * `confirmed` is a sign-up that replaces the request's own body.
 */
export function webRequest(
  request: FastifyRequest,
  publicUrl: string | undefined,
  confirmed?: SignUp,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^x-(forwarded|lantern)-/.test(name) || name === 'content-length') continue
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set(addressHeader, request.ip)
  if (confirmed) headers.set(confirmedHeader, 'yes')
  const code = textOf(request.body, 'code')
  if (code) headers.set(codeHeader, encodeURIComponent(code))
  const ownOrigin = webOrigin(request, publicUrl)
  if (ownOrigin) headers.set(originHeader, ownOrigin)
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  // Every browser names the origin of a POST and where it came from; who names neither is a script, which no other
  // site can make send our cookies.
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', innerOrigin)
  const path = confirmed ? '/api/auth/sign-up/email' : (request.routeOptions.url ?? '/')
  return new Request(new URL(path, innerOrigin), {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: JSON.stringify(confirmed ?? request.body ?? {}) }),
  })
}
