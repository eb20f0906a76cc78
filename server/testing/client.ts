import { randomUUID } from 'node:crypto'
import { Agent, request as requestOverHttp } from 'node:http'
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
    const { body } = extra
    const answer = await exchange(`${url}${path}`, {
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers(),
        ...extra.headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    return answerOf(`${method} ${path}`, answer)
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

interface Exchanged {
  status: number
  headers: Headers
  text: string
}

const agent = new Agent({ keepAlive: true })
/** The headers by which `fetch` names itself. */
const usual = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

/**
 * Sends a request and reads its answer. Node's own `fetch` takes three times as long for a small one, and the tests send
 * tens of thousands; it reads what is compressed or encrypted.
 */
function exchange(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | undefined },
): Promise<Exchanged> {
  if (headers['accept-encoding'] !== 'identity' || !url.startsWith('http:'))
    return fetched(url, { method, headers, ...(body !== undefined && { body }) })
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = requestOverHttp(url, { agent, method, headers: { ...usual, ...length, ...headers } })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const text = new TextDecoder().decode(Buffer.concat(parts))
        resolve({ status: response.statusCode ?? 0, headers: headersIn(response.rawHeaders), text })
      })
    })
    sent.end(body)
  })
}

async function fetched(url: string, request: RequestInit): Promise<Exchanged> {
  const response = await fetch(url, { redirect: 'manual', ...request })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Names and values in turns. */
function headersIn(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let place = 0; place < raw.length; place += 2) headers.append(raw[place] ?? '', raw[place + 1] ?? '')
  return headers
}

function answerOf(call: string, { status, headers, text }: Exchanged): Answer {
  return {
    status,
    headers,
    text,
    get body(): unknown {
      if (status < 200 || status > 299) throw new Error(`${call} was answered with ${status}: ${text}`)
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
