import type { Query, QueryClient } from '@tanstack/react-query'
import type { Scope } from '../../../../contract/nouns.ts'
import { type Place, type Told, ToldLog } from './record-events.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The scopes that the response depends on. */
      follows?: readonly Scope[]
      /** How a record from an event is placed in the answer; without it, the answer is read again. */
      place?: Place
      /** Whether the answer depends on the user's own account, whose changes every stream announces. */
      isOwnAccount?: boolean
    }
  }
}

/** As of when a query's data is. */
interface Marks {
  /** The answer was read as of this at least. */
  read: number
  /** It is to be read as of this at least. */
  wanted: number
  /** With the events of a scope that is no longer followed, the answer is as of this. */
  told: Map<string, number>
  /** The answer as it came, for a server that says that it is still the same. */
  answer?: object
}

/** A scope that is followed without a gap: every change between these moments was received. */
interface Coverage {
  from: number
  to: number
}

const marks = new WeakMap<Query, Marks>()

export function marksOf(query: Query): Marks {
  let known = marks.get(query)
  if (!known) {
    known = { read: 0, wanted: 0, told: new Map() }
    marks.set(query, known)
  }
  return known
}

/** Something changed that its data does not hold. */
export function isBehind(query: Query): boolean {
  const { read, wanted } = marksOf(query)
  return wanted > read
}

/** The events that this browser has received, and how far they reach. */
export class Knowledge {
  readonly log = new ToldLog()
  readonly coverage = new Map<string, Coverage>()
  /** A stream is open. */
  isUp = false

  /** As of when a query shows a scope at least. */
  shownAsOf(query: Query, scope: string): number {
    const { read, told } = marksOf(query)
    if (!query.meta?.place) return read
    const shown = Math.max(read, told.get(scope) ?? 0)
    const covered = this.coverage.get(scope)
    return covered && shown >= covered.from ? Math.max(shown, covered.to) : shown
  }

  /** An answer has come: events that arrived meanwhile are placed in it. */
  arrived<Data>(query: Query, answer: Data, asOf: number): Data {
    const known = marksOf(query)
    known.read = asOf
    const { follows = [], place } = query.meta ?? {}
    if (!place) return answer
    let data: unknown = answer
    for (const scope of follows) {
      for (const told of this.log.of(scope)) {
        const placed = place(data, asOf, told)
        if (placed === undefined) known.wanted = Math.max(known.wanted, told.asOf)
        else data = placed
      }
    }
    return data as Data
  }

  forget() {
    this.log.clear()
    this.coverage.clear()
    this.isUp = false
  }
}

const all = new WeakMap<QueryClient, Knowledge>()

export function knowledgeOf(client: QueryClient): Knowledge {
  let known = all.get(client)
  if (!known) {
    known = new Knowledge()
    all.set(client, known)
  }
  return known
}

/** The scopes that the cached answers follow. */
export function scopesRead(client: QueryClient): ReadonlySet<string> {
  return new Set(
    client
      .getQueryCache()
      .getAll()
      .flatMap(({ meta }) => meta?.follows ?? []),
  )
}

/** The queries whose answer shows a scope. */
export function showing(client: QueryClient, scope: string): Query[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ meta }) => (meta?.follows as readonly string[] | undefined)?.includes(scope))
}

/**
 * Places the events of a scope's records in every answer that shows them; `readAsOf` is the moment that each was read
 * as of. Returns the queries that they can't be placed in.
 */
export function tell(
  client: QueryClient,
  scope: string,
  told: readonly Told[],
  readAsOf: (query: Query) => number,
): Query[] {
  const { log } = knowledgeOf(client)
  const news = told.filter((one) => log.note(scope, one))
  if (news.length === 0) return []
  return showing(client, scope).filter((query) => {
    const { place } = query.meta ?? {}
    if (!place) return true
    const before: unknown = query.state.data
    // Into an answer that is still on its way it is put when that arrives.
    if (before === undefined) return false
    let after: unknown = before
    for (const one of news) {
      after = place(after, readAsOf(query), one)
      if (after === undefined) return true
    }
    if (after !== before) client.setQueryData(query.queryKey, after)
    return false
  })
}

/** Reads all that is shown again, though nobody told of a change: from the list that every screen reads then. */
export function readAllAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    const known = marksOf(query)
    known.wanted = Math.max(known.wanted, known.read + 1)
  }
  void client.invalidateQueries()
}

/**
 * How long a query's data is fresh: as long as its changes are received, and not at all if it lacks a known one.
 * Otherwise `unfollowed` milliseconds. If the stream does not follow it yet, the opening of the stream decides whether
 * it has to be read again.
 */
export function freshFor(client: QueryClient, query: Query, unfollowed: number): number {
  if (isBehind(query)) return 0
  const isFollowed = query.meta?.follows !== undefined && marksOf(query).read > 0
  return isFollowed && knowledgeOf(client).isUp ? Number.POSITIVE_INFINITY : unfollowed
}
