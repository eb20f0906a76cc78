import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import type { Scope } from '../../../../contract/nouns.ts'
import { asOfAnswer, type CallOptions } from '../api.ts'
import type { Place } from './record-events.ts'
import { knowledgeOf, marksOf } from './shown-as-of.ts'

interface ListPage {
  nextCursor: string | null
}

/**
 * A list that loads page after page ('Show more'). After an event, all shown pages are read again, each
 * from the cursor of the one before, so that no row is missing or doubled. All of them are as of the oldest.
 */
export function followingPages<Page extends ListPage>(
  follows: readonly Scope[],
  read: (cursor: string | undefined, options: CallOptions) => Promise<Page>,
) {
  return {
    meta: { follows },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
    async queryFn({
      client,
      queryKey,
      signal,
      pageParam,
    }: QueryFunctionContext<QueryKey, string | undefined>) {
      const query = client.getQueryCache().get(hashKey(queryKey))
      if (!query) return read(pageParam, { signal })
      const known = marksOf(query)
      const answer = await read(pageParam, { signal, ...(known.wanted > 0 && { asOf: known.wanted }) })
      const asOf = Math.max(known.wanted, asOfAnswer(answer))
      known.read = pageParam === undefined ? asOf : Math.min(known.read, asOf)
      return answer
    },
  }
}

/**
 * For a query whose answer follows the hospital live: what it shows, how it is read, and how a record from an event is
 * placed in it. Without a place, it is read again after an event. Events that arrive while an answer is on its way
 * count, in whichever order they come.
 */
export function following<Data extends object>(
  follows: readonly Scope[],
  read: (options: CallOptions) => Promise<Data>,
  place?: Place,
) {
  return {
    meta: { follows, ...(place && { place }) },
    async queryFn({ client, queryKey, signal }: QueryFunctionContext): Promise<Data> {
      const query = client.getQueryCache().get(hashKey(queryKey))
      if (!query) return read({ signal })
      const knowledge = knowledgeOf(client)
      const { read: known, wanted } = marksOf(query)
      const isWanted = wanted > known
      const forgotten = follows.map((scope) => knowledge.log.forgottenOf(scope))
      const asked = isWanted ? Math.max(wanted, ...forgotten) : 0
      const { answer: had } = marksOf(query)
      const answer = await read({ signal, ...(asked > 0 && { asOf: asked, ...(had && { had }) }) })
      marksOf(query).answer = answer
      // A server that asked for no less has answered no less, whatever its number says.
      return knowledge.arrived(query, answer, Math.max(asked, asOfAnswer(answer)))
    },
  }
}
