import { type Endpoint, wantsVersion } from '../../contract/api/endpoint.ts'
import { errorStatus } from '../../contract/nouns.ts'

/** What OpenAPI says about an endpoint besides its schemas. */

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
  const paper =
    endpoint.kind === 'read' ? ' Send `Lantern-Purpose: print` when the answer goes on paper.' : ''
  const edit =
    endpoint.kind === 'edit' || endpoint.cases
      ? ' What the body leaves out stays as it is; null clears what may be empty.'
      : ''
  return `Permission: ${permission}.${cases.join('')}${edit}${codes}${paper}`
}
