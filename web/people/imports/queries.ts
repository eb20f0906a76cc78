import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf, RequestOf } from '../../../contract/api/endpoint.ts'
import {
  checkImport,
  commitImport,
  discardImport,
  editImportMapping,
  type ImportBatch,
  type ImportKind,
  type ImportMapping,
  listImportRows,
  listImports,
  readImport,
  sendImportPart,
  startImport,
  stopImport,
  undoImport,
} from '../../../contract/people/imports/imports.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { seedAnswer } from '../../ground/client/live/own-writes.ts'
import { itself } from '../../ground/client/live/record-events.ts'

type ListQuery = NonNullable<RequestOf<typeof listImports>['query']>
type RowsQuery = NonNullable<RequestOf<typeof listImportRows>['query']>

export function importListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['import', 'list', query],
    ...following(['imports'], (options) => api(listImports, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['import', 'one', id],
    ...following([`import:${id}`], (options) => api(readImport, { params: { id } }, options), itself),
  })
}

/** The rows of an import in one state. They change with what is done to it: `of` is the import as it is shown. */
export function importRowsQuery(
  of: Pick<ImportBatch, 'id' | 'state' | 'version' | 'counts'>,
  query: RowsQuery,
) {
  const { id, state, version, counts } = of
  return queryOptions({
    queryKey: ['import', 'rows', id, query, state, version, query.state && counts[rowCounts[query.state]]],
    queryFn: ({ signal }) => api(listImportRows, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** By the state of rows, which of an import’s counts is theirs. */
export const rowCounts = {
  READY: 'ready',
  KNOWN: 'known',
  POSSIBLE: 'possible',
  REJECTED: 'rejected',
  IMPORTED: 'imported',
  REMOVED: 'removed',
  KEPT: 'kept',
} as const satisfies Record<NonNullable<RowsQuery['state']>, keyof ImportBatch['counts']>

const acts = {
  check: checkImport,
  commit: commitImport,
  stop: stopImport,
  undo: undoImport,
  discard: discardImport,
} as const
export type Act = keyof typeof acts

/** @throws ApiError */
export function useImportActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function shown(answer: Promise<ImportBatch>) {
      const batch = await answer
      seedAnswer(queryClient, importQuery(batch.id), batch)
      return batch
    }
    return {
      start: (kind: ImportKind, fileName: string) => shown(api(startImport, { body: { kind, fileName } })),
      send: (id: string, body: BodyOf<typeof sendImportPart>, idempotencyKey: string) =>
        shown(api(sendImportPart, { params: { id }, body }, { idempotencyKey })),
      map: (id: string, mapping: ImportMapping, version: number) =>
        shown(api(editImportMapping, { params: { id }, body: { mapping } }, { version })),
      act: (act: Act, id: string) => shown(api(acts[act], { params: { id } })),
    }
  }, [queryClient])
}
export type ImportActions = ReturnType<typeof useImportActions>
