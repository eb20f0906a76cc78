import { type Endpoint, wantsVersion } from '../../../../contract/api/endpoint.ts'
import { errorStatus } from '../../../../contract/nouns.ts'

/** The OpenAPI description of an endpoint, without its schemas. */

/** The status codes of all errors that the endpoint can return. */
export function refusalStatuses(endpoint: Endpoint): number[] {
  const always = endpoint.permission === 'public' ? [] : [401, 403]
  const byKind = wantsVersion(endpoint) !== 'never' ? [412, 428] : endpoint.isWholeList ? [429] : []
  const statusOf: Readonly<Record<string, number>> = errorStatus
  const own = (endpoint.errors ?? []).flatMap((code) => statusOf[code] ?? [])
  return [...new Set([400, ...always, 404, ...byKind, ...own, 422, 503])]
}

export function describe(endpoint: Endpoint): string {
  const permission = endpoint.permission === 'public' ? 'none' : endpoint.permission
  const codes = endpoint.errors?.length ? ` Error codes: ${endpoint.errors.join(', ')}.` : ''
  const cases = Object.entries(endpoint.cases ?? {}).map(
    ([name, one]) => ` ${name} (${one.summary}): ${one.permission}.${one.edits ? ' Wants If-Match.' : ''}`,
  )
  const edit =
    endpoint.kind === 'edit' || endpoint.cases
      ? ' What the body leaves out stays as it is; null clears what may be empty.'
      : ''
  return `Permission: ${permission}.${cases.join('')}${edit}${codes}`
}

const ifMatchWords = {
  always: 'The ETag that the record was read with.',
  'for edits':
    'The ETag that the record was read with: 428 without it where fields are edited. A change of state alone needs none, ' +
    'because the transition is its guard; one that is sent has to fit (412).',
}

/** The headers that an endpoint honours, as OpenAPI tells them; `serve` reads them. */
export function headersOf(endpoint: Endpoint | undefined) {
  if (!endpoint || endpoint.kind === 'read') return undefined
  const wanted = wantsVersion(endpoint)
  return {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        description:
          'Sent again with the same key within a day, the same request (method, path, parameters, body, If-Match) happens once ' +
          'and is answered as the first time, with Idempotent-Replayed: true; another request is refused.',
      },
      ...(wanted !== 'never' && { 'If-Match': { type: 'string', description: ifMatchWords[wanted] } }),
    },
    required: wanted === 'always' ? ['If-Match'] : [],
  }
}
