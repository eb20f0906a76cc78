import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '../../contract/api/endpoint.ts'
import type { LiveEvent } from '../../contract/api/live.ts'
import { listEarlyWarnings, readEarlyWarning } from '../../contract/clinical/warnings/early-warning.ts'
import { readSite, type Site } from '../../contract/hospital/hospital.ts'
import { listContacts } from '../../contract/people/contacts.ts'
import type { Countersignature } from '../../contract/people/countersignatures.ts'
import { listCoverage } from '../../contract/people/coverage.ts'
import { listDepartments } from '../../contract/people/departments.ts'
import { summarizeDuplicates } from '../../contract/people/duplicates/duplicates.ts'
import { readUnread } from '../../contract/people/notifications.ts'
import { listRoles } from '../../contract/people/roles.ts'
import { listShifts } from '../../contract/people/shifts.ts'
import { listDoctors, type Me, readMe } from '../../contract/people/staff.ts'
import { may, type Role } from '../../contract/permissions.ts'
import { listUnits } from '../../contract/wards/units.ts'
import { bose, mehta, newId, personOf, site, unitRecords } from './records.ts'

/** A call of a screen. */
export interface Call {
  endpoint: Endpoint
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  /** For an edit, the version that the screen had read. */
  version: number | undefined
  key: string | null
}

type Answer<E extends Endpoint> = z.input<E['reply']> | ReplyOf<E>
type Answering<E extends Endpoint> =
  | Answer<E>
  | ((call: Call) => Answer<E> | Refusal | Promise<Answer<E> | Refusal>)

/** A refusal that the server sends instead of the reply. */
class Refusal {
  readonly status: number
  readonly problem: object
  constructor(status: number, problem: object) {
    this.status = status
    this.problem = problem
  }
}

export function refuse(status: number, code: string, detail: string, also: object = {}): Refusal {
  return new Refusal(status, { type: 'about:blank', title: code, status, code, detail, ...also })
}

/** As the server refuses an edit of a record that somebody else has changed (412). */
export function refuseEdit(current: object, also: object = {}): Refusal {
  return refuse(412, 'stale_version', 'Somebody else changed it.', { current, ...also })
}

/** The server cannot be reached. */
export const noAnswer = (): never => {
  throw new TypeError('Failed to fetch')
}

/**
 * A hospital's server as far as a screen sees it: an answer for each endpoint of the contract, held to the contract in
 * both directions. It knows no rules of its own; what a screen asks for that nobody gave an answer to, or that its role
 * may not have, fails the test.
 */
export class Hospital {
  readonly calls: Call[] = []
  /** Faults at the boundary; empty at the end of a test. */
  readonly faults: string[] = []
  readonly site: Site
  readonly me: Me
  /** The moment by the server's clock, where a test sets it. */
  now: string
  isSignedOut = false
  /** The answer to a second person's proof. */
  readonly countersignature: Countersignature = { id: newId(), expiresAt: '', witness: 'Nora Bello' }
  #asOf = 1
  readonly #answers = new Map<Endpoint, (call: Call) => unknown>()
  readonly #followed = new Set<string>()
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  constructor(role: Role, { now, ...place }: Partial<Site> & { now: string }) {
    this.now = now
    this.me = personOf(role)
    this.answer(readMe, this.me)
    this.site = { ...site, ...place }
    this.answer(readSite, this.site)
    this.answer(readUnread, { ids: [] })
    if (may(this.me, 'appointment.view')) this.answer(listDoctors, [mehta, bose])
    if (may(this.me, 'patient.view')) {
      this.answer(listContacts, [])
      this.answer(listCoverage, [])
    }
    if (may(this.me, 'patient.edit'))
      this.answer(summarizeDuplicates, {
        probable: 0,
        possible: 0,
        decided: 0,
        isComparing: false,
        skipped: [],
      })
    if (may(this.me, 'bed.view')) {
      this.answer(listUnits, [...unitRecords])
      this.answer(listShifts, [])
    }
    if (may(this.me, 'bed.edit')) this.answer(listDepartments, [])
    if (may(this.me, 'staff.manage')) this.answer(listRoles, [])
    if (may(this.me, 'clinical.view')) {
      this.answer(listEarlyWarnings, [])
      this.answer(readEarlyWarning, { warning: null, usesScale2: false })
    }
  }

  answer<E extends Endpoint>(endpoint: E, answering: Answering<E>): void {
    this.#answers.set(
      endpoint,
      typeof answering === 'function' ? (answering as (call: Call) => unknown) : () => answering,
    )
  }

  /** The calls of an endpoint so far. */
  sent(endpoint: Endpoint): Call[] {
    return this.calls.filter((call) => call.endpoint === endpoint)
  }

  /** Whether a screen follows a scope by now: earlier events are not heard. */
  followed(scope: string): boolean {
    return this.#followed.has(scope)
  }

  /** Tells every open screen what changed, as the live stream does. */
  tell(event: { scope: string; put?: { id: string }[]; gone?: string[] }): void {
    this.#asOf += 1
    const { scope, put = [], gone = [] } = event
    this.#write({ kind: 'records', scope, asOf: this.#asOf, put, gone })
  }

  /** Tells every open screen to read a scope again. */
  tellStale(scope: string): void {
    this.#asOf += 1
    this.#write({ kind: 'stale', scope, asOf: this.#asOf, within: 0 })
  }

  /** Stands in for the network. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://hospital.test')
    if (url.pathname === '/api/auth/token') return this.#token()
    if (url.pathname === '/api/auth/lock') return this.#json(this.me, 200)
    if (url.pathname === '/api/auth/sign-out') {
      this.isSignedOut = true
      return this.#json({}, 200)
    }
    if (url.pathname === '/api/auth/active') return this.#json({}, 200)
    if (url.pathname === '/api/auth/countersign') return this.#json(this.countersignature, 200)
    if (url.pathname === '/api/auth/export') return this.#json({ id: newId(), minutes: 5 }, 200)
    if (url.pathname === '/api/live') return this.#stream(url)
    return this.#call(url, init)
  }

  #token(): Response {
    if (!this.isSignedOut) return this.#json({ token: 'token' }, 200)
    const title = 'Nobody is signed in'
    return this.#json(
      { type: 'about:blank', title, status: 401, code: 'unauthenticated', detail: title },
      401,
    )
  }

  /** Ends the streams that are still open. */
  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }

  async #call(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET'
    const path = url.pathname.slice('/api'.length)
    const found = [...this.#answers].flatMap(([endpoint, answer]) => {
      const params = endpoint.method === method && paramsOf(endpoint.path, path)
      return params ? [{ endpoint, answer, params }] : []
    })
    // '/patients/summary' is nobody's id.
    const [best] = found.toSorted(
      (one, other) => Object.keys(one.params).length - Object.keys(other.params).length,
    )
    if (!best) return this.#fault(`Nobody answers ${method} ${path}`)
    const { endpoint, answer, params } = best
    const headers = new Headers(init.headers)
    const call: Call = {
      endpoint,
      params,
      query: Object.fromEntries(url.searchParams),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      version: Number(headers.get('If-Match')?.replaceAll('"', '')) || undefined,
      key: headers.get('Idempotency-Key'),
    }
    const { permission } = endpoint
    if (permission !== 'public' && permission !== 'signed-in' && !may(this.me, permission))
      return this.#fault(`${this.me.role} may not call ${endpoint.name}`)
    if (endpoint.kind !== 'read' && !call.key) return this.#fault(`${endpoint.name} lacks its key`)
    if (endpoint.kind === 'edit' && !call.version) return this.#fault(`${endpoint.name} lacks its version`)
    for (const part of ['params', 'query', 'body'] as const) {
      const read = endpoint[part]?.safeParse(call[part])
      if (read && !read.success) return this.#fault(`${endpoint.name}, ${part}: ${read.error.message}`)
    }
    this.calls.push(call)
    const answered = await answer(call)
    if (answered instanceof Refusal) return this.#json(answered.problem, answered.status)
    const reply = endpoint.reply.safeParse(answered)
    if (!reply.success) return this.#fault(`The answer of ${endpoint.name}: ${reply.error.message}`)
    if (endpoint.kind !== 'read') this.#asOf += 1
    return this.#json(reply.data, endpoint.kind === 'create' ? 201 : 200)
  }

  #json(body: unknown, status: number): Response {
    const headers = { 'content-type': 'application/json', date: new Date(this.now).toUTCString() }
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, 'lantern-as-of': String(this.#asOf) },
    })
  }

  #fault(words: string): Response {
    this.faults.push(words)
    return this.#json({ type: 'about:blank', title: words, status: 404, code: 'fault', detail: words }, 404)
  }

  #stream(url: URL): Response {
    const asOf = Object.fromEntries(url.searchParams.getAll('scope').map((scope) => [scope, this.#asOf]))
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#streams.add(stream)
        stream.enqueue(written({ kind: 'open', asOf, returnWithin: 1000 }))
        for (const scope of Object.keys(asOf)) this.#followed.add(scope)
      },
      cancel: () => undefined,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  #write(event: LiveEvent): void {
    for (const stream of this.#streams) {
      try {
        stream.enqueue(written(event))
      } catch {
        // The screen has closed it.
        this.#streams.delete(stream)
      }
    }
  }
}

function written(event: LiveEvent): Uint8Array {
  return new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)
}

/** The parameters of a path like '/patients/{id}', or none if it is another. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [names, parts] = [pattern.split('/'), path.split('/')]
  if (names.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, name] of names.entries()) {
    const part = decodeURIComponent(parts[place] ?? '')
    const named = /^\{(\w+)\}$/.exec(name)?.[1]
    if (named) params[named] = part
    else if (name !== part) return undefined
  }
  return params
}
