import type { Endpoint, ReplyOf, RequestOf } from '../../../contract/api/endpoint.ts'
import { Problem } from '../../../contract/api/errors.ts'
import { asOfHeader, presenceHeader } from '../../../contract/api/live.ts'
import { underAttemptKey } from './attempt-key.ts'
import { setClockBy } from './clock.ts'
import { accessToken, forgetToken } from './token.ts'

/** A call that the server refused, or that never reached it. `message` is a sentence that can be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: Problem
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number
  /** It may have reached the server all the same: its answer did not come. */
  readonly wasSent: boolean

  constructor(problem: Problem, wasSent = true) {
    super(problem.detail)
    this.problem = problem
    this.status = problem.status
    this.wasSent = wasSent
  }
}

/** The server did not answer; what was being done stays as it is. */
export const unreachable = (kind: Endpoint['kind'], wasSent = false) =>
  new ApiError(
    {
      type: 'about:blank',
      title: 'No connection',
      status: 0,
      code: 'unreachable',
      detail:
        kind === 'read'
          ? 'Lantern can’t reach the hospital’s server. Saved records are safe. Try again in a moment.'
          : 'Lantern can’t reach the hospital’s server. Try again in a moment: nothing is done twice.',
    },
    wasSent,
  )

/** An error response as a Problem, wherever it comes from: our own, the sign-in library's `{ message }`, or a proxy's page. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined)
  const problem = Problem.safeParse(body)
  if (problem.success) return problem.data
  const said =
    typeof body === 'object' && body !== null ? (body as { message?: unknown; code?: unknown }) : {}
  return {
    type: 'about:blank',
    title: response.statusText || 'Error',
    status: response.status,
    code: typeof said.code === 'string' ? said.code : 'unknown',
    detail:
      typeof said.message === 'string' && said.message
        ? said.message
        : response.status >= 500
          ? 'Server error. Try again in a moment.'
          : 'The server refused this.',
  }
}

/** A `fetch` that sets the clock, and throws an ApiError if it can't reach the server. An aborted call stays an abort. */
async function reach(kind: Endpoint['kind'], url: string, init: RequestInit): Promise<Response> {
  const isOffline = !navigator.onLine
  try {
    const answer = await fetch(url, init)
    setClockBy(answer)
    if (kind !== 'read') for (const listener of writtenListeners) listener(answer.ok)
    return answer
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable(kind, !isOffline)
  }
}

/** A token for a call, or none when nobody is signed in. @throws ApiError */
export async function tokenFor(kind: Endpoint['kind'], fresh = false): Promise<string | undefined> {
  try {
    return await accessToken({ fresh })
  } catch {
    throw unreachable(kind)
  }
}

/**
 * `lacksStep`: there is a session, but it needs a second step set up before it can be used. `isDeactivated`: the
 * session ended because an administrator deactivated the account.
 */
type Recovery = (lacksStep: boolean, isDeactivated: boolean) => Promise<boolean>
let isDeactivated = false

/** Remembers why a token was refused, because another call may be the one that asks to sign in again. */
export async function noteRefusal(response: Response): Promise<void> {
  if (response.status === 401) isDeactivated = (await problemOf(response.clone())).isDeactivated ?? false
}

let recovery: Recovery | undefined
let recovering: Promise<boolean> | undefined

/**
 * Registers what to do when the session ends while a signed-in screen is open: the shell asks the user to sign in again,
 * in place. It resolves to whether there is a session again; if so, the failed calls are retried. Returns how to unregister.
 */
export function onSessionLost(recover: Recovery): () => void {
  recovery = recover
  coming?.there.resolve(recover)
  return () => {
    if (recovery === recover) recovery = undefined
  }
}

interface Coming {
  hurry: () => void
  there: PromiseWithResolvers<Recovery | undefined>
}
let coming: Coming | undefined

/**
 * Says that the cover for signing in again is still loading. If a session ends before it is there, `hurry` is called,
 * and failed calls wait for `onSessionLost`. Returns a function that ends the waiting.
 */
export function expectRecovery(hurry: () => void): () => void {
  const expected: Coming = { hurry, there: Promise.withResolvers() }
  coming = expected
  return () => {
    if (coming === expected) coming = undefined
    expected.there.resolve(undefined)
  }
}

/** Someone signing out is not asked to sign in again. Returns how to undo this, if the sign-out fails. */
export function giveUpSession(): () => void {
  const given = { recovery, coming }
  recovery = undefined
  coming = undefined
  return () => {
    recovery ??= given.recovery
    coming ??= given.coming
  }
}

/** How often somebody signed in again so far: what is noted before a call, for `recoverSession`. */
export let recoveries = 0

/**
 * Asks the user to sign in again, once for all the calls that need it. `since` is what `recoveries` was before the call: if
 * they signed in again meanwhile, its refusal is out of date, and it is sent again without asking.
 */
export function recoverSession(since: number, lacksStep = false): Promise<boolean> {
  if (!recovering && recoveries > since) return Promise.resolve(true)
  recovering ??= askAgain(lacksStep).finally(() => {
    recovering = undefined
    isDeactivated = false
  })
  return recovering
}

async function askAgain(lacksStep: boolean): Promise<boolean> {
  if (!recovery && coming) {
    const { hurry, there } = coming
    hurry()
    if ((await there.promise) !== recovery) return false
  }
  const isBack = (await recovery?.(lacksStep, isDeactivated)) ?? false
  if (isBack) recoveries++
  return isBack
}

function urlOf(endpoint: Endpoint, params: object | undefined, query: object | undefined): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `/api${path}${search.size ? `?${search}` : ''}`
}

export interface CallOptions {
  /** One key for each opening of a form, the same on every retry; without one, a write has the key of its attempt. */
  idempotencyKey?: string
  /** The offer that the screen showed, if the server chooses: another offer is another attempt. */
  offer?: string
  /** Edits: the version that the record was read at; sent as If-Match. */
  version?: number | undefined
  /** Reads: the answer goes on paper, which the audit trail is to say. */
  purpose?: 'print'
  /** Reads: as of when the answer is to be at least. */
  asOf?: number
  /** The secret of a link that was opened here, instead of a session. */
  secret?: string | undefined
  /** Reads: an answer that was had before; it is not sent again where it is the same. */
  had?: object
  signal?: AbortSignal
}

const asOfAnswers = new WeakMap<object, number>()
/** ETags of answers that many screens share. */
const etags = new WeakMap<object, string>()

/** The minimum as-of number of a response of `api`. */
export function asOfAnswer(answer: object): number {
  return asOfAnswers.get(answer) ?? 0
}

/** Says as of when an answer is: of one that was put together, the oldest of its parts. */
export function stampAnswer<Answer extends object>(answer: Answer, asOf: number): Answer {
  asOfAnswers.set(answer, asOf)
  return answer
}

type WrittenListener = (isDone: boolean) => void
const writtenListeners = new Set<WrittenListener>()

/** Calls `listener` when the server has answered a write of this browser, even with a refusal (see `isDone`). Returns how to stop. */
export function onWritten(listener: WrittenListener): () => void {
  writtenListeners.add(listener)
  return () => writtenListeners.delete(listener)
}

/**
 * Calls an endpoint of the contract. If the session is gone, the user signs in again in place, and the call is retried.
 * @throws ApiError
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  ...[request, options]: object extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions]
): Promise<ReplyOf<E>> {
  const response = await call(endpoint, request, options)
  const isSame = response.status === 304 && options?.had !== undefined
  const answer = isSame ? (options.had as ReplyOf<E>) : ((await response.json()) as ReplyOf<E>)
  if (typeof answer !== 'object' || answer === null) return answer
  const asOf = Number(response.headers.get(asOfHeader))
  if (asOf > 0) stampAnswer(answer, asOf)
  const etag = response.headers.get('etag')
  if (endpoint.scope && etag) etags.set(answer, etag)
  return answer
}

/** A call whose response is not JSON (an export). @throws ApiError */
export async function call(
  endpoint: Endpoint,
  request: { params?: unknown; query?: unknown; body?: unknown } = {},
  { idempotencyKey, offer, version, purpose, secret, asOf, had, signal }: CallOptions = {},
): Promise<Response> {
  const url = urlOf(endpoint, request.params as object | undefined, request.query as object | undefined)
  const headers = new Headers({ Accept: 'application/json', [presenceHeader]: 'reported' })
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (version !== undefined) headers.set('If-Match', `"${version}"`)
  if (purpose) headers.set('Lantern-Purpose', purpose)
  if (secret) headers.set('Authorization', `Bearer ${secret}`)
  if (asOf !== undefined) headers.set(asOfHeader, String(asOf))
  const etag = had && etags.get(had)
  if (etag) headers.set('If-None-Match', etag)
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signal ?? null,
    credentials: 'same-origin',
  }
  if (endpoint.kind === 'read' || idempotencyKey) return send(endpoint, url, init, headers)
  return underAttemptKey(
    JSON.stringify([endpoint.method, url, init.body, version, offer]),
    (key) => {
      headers.set('Idempotency-Key', key)
      return send(endpoint, url, init, headers)
    },
    (error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
  )
}

async function send(endpoint: Endpoint, url: string, init: RequestInit, headers: Headers): Promise<Response> {
  // A waiting room’s screen has no session: the browser sends its cookie.
  if (endpoint.permission === 'public' || endpoint.permission === 'waitingRoom.show') {
    const response = await reach(endpoint.kind, url, init)
    if (!response.ok && response.status !== 304) throw new ApiError(await problemOf(response))
    return response
  }

  for (let refused = false; ; ) {
    const since = recoveries
    const token = await tokenFor(endpoint.kind, refused)
    if (token) {
      headers.set('Authorization', `Bearer ${token}`)
      const response = await reach(endpoint.kind, url, init)
      if (response.ok || response.status === 304) return response
      await noteRefusal(response)
      if (response.status !== 401 || refused) {
        const problem = await problemOf(response)
        const lacksStep = problem.code === 'second_step_required'
        if (!(response.status === 401 || lacksStep) || !(await recoverSession(since, lacksStep)))
          throw new ApiError(problem)
        refused = false
        continue
      }
      // The token may only have expired: ask once for another.
      forgetToken()
      refused = true
      continue
    }
    if (!(await recoverSession(since))) {
      throw new ApiError({
        type: 'about:blank',
        title: 'Not signed in',
        status: 401,
        code: 'not_signed_in',
        detail: 'Please sign in.',
      })
    }
    refused = false
  }
}
