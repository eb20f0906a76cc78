import { hashKey, type QueryFunctionContext } from '@tanstack/react-query'
import type { Scope } from '../../../contract/nouns.ts'
import { asOfAnswer, type CallOptions } from '../api.ts'
import { knowledgeOf, marksOf } from './knowledge.ts'
import type { Place } from './told.ts'

/**
 * For a query whose answer is kept as it is in the hospital: what it shows, how it is read, and how a record that is told
 * is put into it. Without a place, it is read again when something was told. What is told while an answer is on its way
 * counts, whichever comes first.
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
