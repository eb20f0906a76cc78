import type { QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query'
import { partsOf } from '../../../contract/api/live.ts'
import type { ScopeKindName } from '../../../contract/nouns.ts'
import { asOfAnswer } from '../api.ts'
import { marksOf, scopesRead, tell } from './knowledge.ts'
import type { LiveRecord } from './told.ts'

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

/** The same for an answer that is several records. */
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
    // What is on the screen was read before the answer came.
    tell(client, scope, told, () => 0)
  }
}

/** The same for the record's own query, which need not have been read: its screen comes next. */
export function seedAnswer<Written extends LiveRecord>(
  client: QueryClient,
  options: { queryKey: QueryKey; meta?: QueryMeta | undefined },
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
