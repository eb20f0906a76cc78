import { randomUUID } from 'node:crypto'
import type { Endpoint, ReplyOf, RequestOf } from '../../contract/api/endpoint.ts'
import { Problem } from '../../contract/api/errors.ts'

/** A response. `body` and `problem` throw if it is the other of the two, and say what it was. */
export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  text: string
  readonly body: Body
  readonly problem: Problem
}

export interface Extra {
  headers?: Record<string, string> | undefined
}

type Arguments<E extends Endpoint> =
  object extends RequestOf<E> ? [RequestOf<E>?, Extra?] : [RequestOf<E>, Extra?]

export interface Client {
  /** The server’s address. */
  readonly url: string
  /** Calls an endpoint of the contract over HTTP. */
  call<E extends Endpoint>(endpoint: E, ...request: Arguments<E>): Promise<Answer<ReplyOf<E>>>
  /** Sends any request, also one that the contract does not know. A body that is no string is sent as JSON. */
  send(method: string, path: string, extra?: Extra & { body?: unknown }): Promise<Answer>
}

/** A client of the server at `url`; `headers` are asked for at each call, because tokens are renewed. */
export function createClient(url: string, headers: () => Record<string, string> = () => ({})): Client {
  const send: Client['send'] = async (method, path, extra = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'accept-encoding': 'identity',
        ...(extra.body !== undefined && { 'content-type': 'application/json' }),
        ...headers(),
        ...extra.headers,
      },
      ...(extra.body !== undefined && {
        body: typeof extra.body === 'string' ? extra.body : JSON.stringify(extra.body),
      }),
    })
    return answerOf(`${method} ${path}`, response, await response.text())
  }
  return {
    url,
    send,
    async call(endpoint, ...[request, extra]) {
      const { params, query, body }: { params?: unknown; query?: unknown; body?: unknown } = request ?? {}
      const path = `${pathOf(endpoint, asFields(params))}${asQuery(asFields(query))}`
      const answer = await send(endpoint.method, path, { ...extra, body })
      // The contract's reply schema is what the contract-wide tests hold the server to.
      return answer as Answer<ReplyOf<typeof endpoint>>
    },
  }
}

/** The address of an endpoint with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`
}

/** One of each parameter of the addresses, of nothing that is there. */
export function anyParams() {
  return {
    id: randomUUID(),
    date: '2026-11-21',
    moment: '2026-11-21T09:00:00Z',
    ward: 'ICU',
    category: 'MEDICINE',
    token: 'a'.repeat(43),
  }
}

/** Fields as a query string with its question mark; what is undefined is left out. */
export function asQuery(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const pairs = given.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function answerOf(call: string, response: Response, text: string): Answer {
  const { status, headers } = response
  return {
    status,
    headers,
    text,
    get body(): unknown {
      if (!response.ok) throw new Error(`${call} was answered with ${status}: ${text}`)
      return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
    },
    get problem() {
      const media = headers.get('content-type') ?? 'nothing'
      if (!media.startsWith('application/problem+json')) {
        throw new Error(`${call} was answered with ${status} and ${media}, not with a problem: ${text}`)
      }
      return Problem.parse(JSON.parse(text))
    },
  }
}

/** The header that says which version of the record an edit started from. */
export function ifMatch(record: { version: number }): Extra {
  return { headers: { 'if-match': `"${record.version}"` } }
}

/** A header under which a create can be repeated. */
export function idempotent(key: string = randomUUID()): { headers: Record<string, string> } {
  return { headers: { 'idempotency-key': key } }
}
