import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import type { Problem } from '../../../contract/api/errors.ts'
import { holderOf, may, type Permission, permissions, roles } from '../../../contract/permissions.ts'
import type { TestApp } from '../app.ts'
import { type Answer, asQuery, type Client, pathOf } from '../client.ts'
import type { Example } from '../example.ts'
import type { BadId } from './referents.ts'

/**
 * The checks of every endpoint, for any server: each returns the differences. planted.test.ts applies them to a server that
 * lets everybody in and takes everything.
 */

/** Reasons why a token doesn't hold, with the header that carries it. */
export type BadTokens = readonly (readonly [why: string, authorization: string | undefined])[]

export async function openWithout(visitor: Client, endpoint: Endpoint, params: object, tokens: BadTokens) {
  const faults: string[] = []
  for (const [why, authorization] of tokens) {
    const answer = await visitor.send(endpoint.method, pathOf(endpoint, { ...params }), {
      headers: authorization ? { authorization } : {},
    })
    if (!isProblem(answer, 401, 'not_signed_in')) faults.push(said(why, answer))
  }
  return faults
}

/** Everybody by what they are, `roleless` who is nothing yet. */
type Everybody = Record<(typeof roles)[number] | 'roleless', Client>

/** The unknown field is refused to everybody who is let in, so that nothing is done. */
const unknownField = { isAdmin: true }

export async function openAgainstTheTable(people: Everybody, endpoint: Endpoint, params: object) {
  const { permission } = endpoint
  const faults: string[] = []
  for (const who of [...roles, 'roleless'] as const) {
    const mayEnter =
      !isPermission(permission) || (who !== 'roleless' && may(holderOf(who), permission))
        ? 'let in'
        : 'kept out'
    const answer = await people[who].send(
      endpoint.method,
      pathOf(endpoint, { ...params }) + asQuery(unknownField),
    )
    const isRight =
      mayEnter === 'let in'
        ? isProblem(answer, 422, 'invalid_input')
        : isProblem(answer, 403, 'forbidden') && answer.problem.permission === permission
    if (!isRight) faults.push(said(`${who}, who is to be ${mayEnter},`, answer))
  }
  return faults
}

export async function takingUnknownFields(endpoint: Endpoint, { by, request, headers }: Example) {
  const { params, query, body } = request
  const address = pathOf(endpoint, { ...Object(params) })
  const send = (path: string, typed: unknown) =>
    by.send(endpoint.method, path, { headers: { ...headers }, body: typed })
  const answers = [
    ['in the address', await send(address + asQuery({ ...Object(query), ...unknownField }), body)] as const,
    ...(endpoint.method === 'GET'
      ? []
      : [
          [
            'in the body',
            await send(address + asQuery({ ...Object(query) }), { ...Object(body), ...unknownField }),
          ] as const,
        ]),
  ]
  return answers
    .filter(([, answer]) => !isProblem(answer, 422, 'invalid_input'))
    .map(([where, answer]) => said(where, answer))
}

export async function takingAnyBody(by: Client, endpoint: Endpoint, params: object) {
  const send = (body: string, type = 'application/json') =>
    by.send(endpoint.method, pathOf(endpoint, { ...params }), { body, headers: { 'content-type': type } })
  const padding = (length: number) => JSON.stringify({ padding: 'a'.repeat(length) })
  const largest = endpoint.largestBody ?? 256 * 1024
  const tries: [what: string, status: number, code: string, body: string, type?: string][] = [
    ['256 kB and more', 413, 'body_too_large', padding(largest)],
    // The size alone is no reason to refuse.
    ['255 kB and more', 422, 'invalid_input', padding(largest - 1024)],
    ...['{"firstName":', 'null,', '{"__proto__":{"isAdmin":true}}', "{'a':1}"].map(
      (malformed): (typeof tries)[number] => [malformed, 400, 'malformed_request', malformed],
    ),
    ['a form', 415, 'unsupported_media_type', 'firstName=Ada', 'application/x-www-form-urlencoded'],
    ['plain text', 415, 'unsupported_media_type', 'firstName=Ada', 'text/plain'],
    ['files', 415, 'unsupported_media_type', '--x--', 'multipart/form-data; boundary=x'],
  ]
  const faults: string[] = []
  for (const [what, status, code, body, type] of tries) {
    const answer = await send(body, type)
    if (!isProblem(answer, status, code)) faults.push(said(what, answer))
  }
  return faults
}

/** Sends requests under a key that another one was sent with: each is refused, and nothing of what is held changes. */
export async function takingAKeyAgain(
  others: readonly (readonly [what: string, send: () => Promise<Answer>])[],
  held: () => Promise<object>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [what, send] of others) {
    const before = await held()
    const answer = await send()
    const isRefused = isProblem(answer, 422, 'idempotency_key_reused') || isProblem(answer, 403, 'forbidden')
    if (!isRefused) faults.push(said(what, answer))
    if (!isDeepStrictEqual(await held(), before)) faults.push(`${what} changed something`)
  }
  return faults
}

/** Sends each of these bodies, and returns those that the server failed on. */
export async function failingOn(bodies: readonly object[], send: (body: object) => Promise<Answer>) {
  const faults: string[] = []
  for (const body of bodies) {
    const answer = await send(body)
    if (answer.status >= 500) faults.push(said(JSON.stringify(body), answer))
  }
  return faults
}

/** No page is longer than this. */
const longestPage = 200

export async function givingLongPages(endpoint: Endpoint, { by, request }: Example) {
  const send = (limit: number) =>
    by.send(
      endpoint.method,
      pathOf(endpoint, { ...Object(request.params) }) + asQuery({ ...Object(request.query), limit }),
    )
  const [most, more] = [await send(longestPage), await send(longestPage + 1)]
  return [
    ...(most.status === 200 ? [] : [said('as long as may be', most)]),
    ...(isProblem(more, 422, 'invalid_input') ? [] : [said('longer', more)]),
  ]
}

/** Sends the call with each id that its field must not take. */
export async function takingIds(
  field: string,
  bad: readonly BadId[],
  send: (id: string) => Promise<Answer>,
): Promise<string[]> {
  const faults: string[] = []
  for (const { why, id } of bad) {
    const answer = await send(id)
    const isRight =
      [409, 422].includes(answer.status) && problemOf(answer)?.errors?.some(({ path }) => path === field)
    if (!isRight) faults.push(said(`${field}: ${why}`, answer))
  }
  return faults
}

/** Sends the call to the address of each id that leads nowhere. */
export async function findingSomething(nowhere: readonly BadId[], send: (id: string) => Promise<Answer>) {
  const faults: string[] = []
  for (const { why, id } of nowhere) {
    const answer = await send(id)
    if (!isProblem(answer, 404, 'not_found')) faults.push(said(why, answer))
  }
  return faults
}

export function isPermission(name: string): name is Permission {
  return (permissions as readonly string[]).includes(name)
}

function isProblem(answer: Answer, status: number, code: string): boolean {
  const problem = problemOf(answer)
  return answer.status === status && problem?.status === status && problem.code === code
}

function problemOf(answer: Answer): Problem | undefined {
  const isOne = answer.headers.get('content-type')?.startsWith('application/problem+json')
  return isOne ? answer.problem : undefined
}

function said(what: string, { status, text }: Answer): string {
  return `${what} was answered with ${status} ${text.slice(0, 300)}`
}

/** The API's document, with what it refers to in place of each reference. */
export async function readWholeOpenApi({ visitor }: TestApp): Promise<unknown> {
  const { body } = await visitor.send('GET', '/api/openapi.json')
  return withoutReferences(body, body)
}

function withoutReferences(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutReferences(one, document))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part) return withoutReferences(targetOf(String(part.$ref), document), document)
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, withoutReferences(one, document)]))
}

/** The target of a reference ('#/components/schemas/Patient'). */
export function targetOf(reference: string, document: unknown): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce((place, step) => (place as Record<string, unknown> | undefined)?.[step], document)
}
