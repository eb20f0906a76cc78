import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../../../../contract/api/live.ts'
import type { Told } from './record-events.ts'
import { isBehind, knowledgeOf, marksOf, showing, tell } from './shown-as-of.ts'

/**
 * If an event can't be placed in an answer (a count, say), the answer is read again within this many milliseconds,
 * because thousands of screens may show it.
 */
const unplacedWithin = 5_000

export interface EventHandler {
  /** `isGapless`: until now another stream followed these scopes. */
  open(asOf: Readonly<Record<string, number>>, isGapless: (scope: string) => boolean): void
  records(event: Extract<LiveEvent, { kind: 'records' }>): void
  stale(event: Extract<LiveEvent, { kind: 'stale' }>): void
  /** One's own account may have changed. */
  account(): void
  /** The stream is lost. */
  gap(): void
  /** A scope is followed no longer: what is shown of it is as of now. */
  left(scope: string): void
  stop(): void
}

/** Marks queries as behind if they were read before this event. Returns whether one is. */
function markBehind(queries: readonly Query[], asOf: number): boolean {
  const lacking = queries.map(marksOf).filter(({ read }) => read < asOf)
  for (const known of lacking) known.wanted = Math.max(known.wanted, asOf)
  return lacking.length > 0
}

/** Applies the events of a stream to this browser's cache. */
export function handleEvents(client: QueryClient): EventHandler {
  const knowledge = knowledgeOf(client)
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  // A mark that came while an answer was on its way is no mark for an answer that lacks what it was for.
  const stopWatching = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const { query } = event
    if (isBehind(query)) setTimeout(() => readAgain((one) => one === query))
  })

  /** Reads what is behind, and shown; what is not is read when it is shown. What is on its way is left alone. */
  function readAgain(concerns: (query: Query) => boolean) {
    void client.invalidateQueries(
      { predicate: (query) => isBehind(query) && concerns(query) },
      { cancelRefetch: false },
    )
  }

  function readAgainWithin(scope: string, within: number) {
    if (timers.has(scope)) return
    const timer = setTimeout(() => {
      timers.delete(scope)
      const concerned = new Set(showing(client, scope))
      readAgain((query) => concerned.has(query))
    }, Math.random() * within)
    timers.set(scope, timer)
  }

  return {
    open(asOf, isGapless) {
      knowledge.isUp = true
      for (const [scope, number] of Object.entries(asOf)) {
        const covered = knowledge.coverage.get(scope)
        if (!covered || !isGapless(scope)) knowledge.coverage.set(scope, { from: number, to: number })
        for (const query of showing(client, scope)) {
          if (knowledge.shownAsOf(query, scope) >= number) continue
          markBehind([query], number)
        }
      }
      // And what could not be read before.
      readAgain(() => true)
    },
    records({ scope, asOf, put, gone }) {
      const told: Told[] = [
        ...put.map((record) => ({ id: record.id, record, asOf })),
        ...gone.map((id) => ({ id, record: null, asOf })),
      ]
      const lacking = tell(client, scope, told, (query) => marksOf(query).read)
      // The screen of a record that is gone reads at once that it is.
      const within = lacking.some(({ meta }) => meta?.place) ? 0 : unplacedWithin
      if (markBehind(lacking, asOf)) readAgainWithin(scope, within)
      const covered = knowledge.coverage.get(scope)
      if (covered) covered.to = Math.max(covered.to, asOf)
    },
    stale({ scope, asOf, within }) {
      if (markBehind(showing(client, scope), asOf)) readAgainWithin(scope, within)
    },
    account() {
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.isOwnAccount === true })
    },
    gap() {
      knowledge.isUp = false
      knowledge.coverage.clear()
      for (const query of client.getQueryCache().getAll()) marksOf(query).told.clear()
    },
    left(scope) {
      for (const query of showing(client, scope)) {
        marksOf(query).told.set(scope, knowledge.shownAsOf(query, scope))
      }
      knowledge.coverage.delete(scope)
      knowledge.log.forget(scope)
    },
    stop() {
      stopWatching()
      for (const timer of timers.values()) clearTimeout(timer)
      knowledge.forget()
    },
  }
}
