import type { QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query'
import { partsOf } from '../../../../contract/api/live.ts'
import type { ScopeKindName } from '../../../../contract/nouns.ts'
import { asOfAnswer } from '../api.ts'
import type { LiveRecord } from './record-events.ts'
import { marksOf, scopesRead, tell } from './shown-as-of.ts'

/** By kind of scope: whether the record is in the one with this key now. */
type Belongs = Partial<Record<ScopeKindName, (key: string | undefined) => boolean>>

/**
 * Shows the answer to one's own write where the record is shown, before the stream sends it to everybody. Events that
 * arrive later, or arrived already, count as always.
 */
export function applyAnswer<Written extends LiveRecord>(
  client: QueryClient,
  record: Written,
  belongs: Belongs,
): void {
  put(client, [record], asOfAnswer(record), belongs)
}

/** Applies a response of several records. */
export function applyAnswers<Written extends LiveRecord>(
  client: QueryClient,
  records: readonly Written[],
  belongs: Belongs,
): void {
  put(client, records, asOfAnswer(records), belongs)
}

function put(client: QueryClient, records: readonly LiveRecord[], asOf: number, belongs: Belongs): void {
  for (const scope of scopesRead(client)) {
    const { kind, key } = partsOf(scope)
    const isIn = belongs[kind as ScopeKindName]
    if (!isIn) continue
    const told = records.map((record) => ({ id: record.id, record: isIn(key) ? record : null, asOf }))
    // The screen was read before this response.
    tell(client, scope, told, () => 0)
  }
}

/** Fills the record's own query, also if it has not been read: its screen comes next. */
export function seedAnswer<Written extends LiveRecord>(
  client: QueryClient,
  options: { queryKey: QueryKey; meta?: QueryMeta },
  record: Written,
): void {
  const { queryKey, meta } = options
  const query = client.getQueryCache().build(client, client.defaultQueryOptions(options))
  if (query.state.data === undefined) {
    client.setQueryData(queryKey, record)
    marksOf(query).read = asOfAnswer(record)
  }
  for (const scope of meta?.follows ?? []) {
    tell(client, scope, [{ id: record.id, record, asOf: asOfAnswer(record) }], () => 0)
  }
}
