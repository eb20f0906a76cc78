import { partsOf, type ScopeKind } from '../../../contract/api/live.ts'
import type { AsOf } from '../db/as-of.ts'
import { type Change, type Changes, labels } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { keptBackFrom } from '../http/answers/withheld.ts'
import type { LiveNoun, LiveRecords, Placed, StaleScopes } from '../http/live-noun.ts'
import type { Restrictions } from '../http/restrictions.ts'
import type { LastChanged } from './last-changed.ts'
import type { Streams } from './streams.ts'

/** Milliseconds for which changes are batched; longer while the previous batch is being sent. */
const gatherFor = 5
/** Milliseconds after which a failed read is retried. */
const tryAgainAfter = 1000
/** How soon screens reload stale data: milliseconds for each screen, so that they don't all come at once. */
const eachWithin = 4
const soonestWithin = 250

export interface Telling {
  db: Database
  changes: Changes
  asOf: AsOf
  restrictions: Restrictions
  /** The hospital's day. */
  today: () => Promise<string>
  nouns: readonly LiveNoun[]
  kinds: Readonly<Record<string, ScopeKind>>
  streams: Streams
  lastChanged: LastChanged
  stopping: AbortSignal
  /** Called when all followers of the scope have received the same update about these patients. */
  onTold: (scope: string, patientIds: readonly string[]) => void
  onTrouble: (error: unknown) => void
}

/** The changes that make each scope stale. Several nouns can name causes of one scope. */
function staleScopesOf(nouns: readonly LiveNoun[]) {
  const all = new Map<string, NonNullable<StaleScopes[keyof StaleScopes]>>()
  for (const [scope, causes] of nouns.flatMap(({ stale = {} }) => Object.entries(stale))) {
    const known = all.get(scope) ?? {}
    const twice = Object.keys(causes).find((cause) => cause in known)
    if (twice) throw new Error(`two nouns say when a change of ${twice} makes ${scope} stale`)
    all.set(scope, { ...known, ...causes })
  }
  return all
}

/**
 * Sends changes to the streams of this process: it batches notifications, reads each record once and serialises each
 * scope's event once.
 */
export function tellChanges(telling: Telling): void {
  const { db, changes, asOf, restrictions, today, nouns, kinds, streams, lastChanged, stopping } = telling
  const { onTold, onTrouble } = telling
  const recordsOf = nouns.flatMap(({ records = [] }) => records)
  const keptBack = new Map(
    Object.entries(kinds).flatMap(([kind, { record }]) => (record ? [[kind, keptBackFrom(record)]] : [])),
  )
  const stale = staleScopesOf(nouns)
  const windows = staleWindows(streams)
  const pauses = pausesBetween((held) => {
    for (const change of held) gather(change)
    schedule()
  })
  let gathered = new Map<string, Change>()
  let timer: NodeJS.Timeout | undefined
  let isTelling = false

  changes.onChange((change) => {
    gather(change)
    schedule()
  })
  stopping.addEventListener('abort', () => {
    clearTimeout(timer)
    windows.close()
    pauses.close()
  })

  /** Several changes of one record are combined, not just the last one: it may have passed through a scope. */
  function gather(change: Change) {
    const key = `${change.noun}:${change.id}`
    const earlier = gathered.get(key)
    gathered.set(key, earlier ? { ...change, told: joined(earlier.told, change.told) } : change)
  }

  function schedule(pause = gatherFor) {
    if (isTelling || stopping.aborted) return
    timer ??= setTimeout(() => {
      timer = undefined
      void tellGathered()
    }, pause)
  }

  async function tellGathered() {
    const batch = gathered
    gathered = new Map()
    isTelling = true
    let pause: number | undefined
    try {
      await tell([...batch.values()])
    } catch (error) {
      onTrouble(error)
      const since = gathered
      gathered = batch
      for (const change of since.values()) gather(change)
      pause = tryAgainAfter
    }
    isTelling = false
    if (gathered.size > 0) schedule(pause)
  }

  async function tell(batch: readonly Change[]) {
    const day = await today()
    const concerned = await Promise.all(recordsOf.map(async (records) => placed(records, batch, day)))
    const scopes = new Set(concerned.flatMap(({ byScope }) => [...byScope.keys()]))
    const kindsStale = new Set<string>(concerned.flatMap(({ overturned }) => overturned))
    for (const [kind, byNoun] of stale) {
      for (const change of batch) {
        const keys = byNoun[change.noun]?.(change, day) ?? []
        if (keys === 'every') kindsStale.add(kind)
        else for (const key of keys) scopes.add(`${kind}:${key}`)
      }
    }
    const isFollowed =
      [...scopes].some((scope) => streams.following(scope) > 0) ||
      [...kindsStale].some((kind) => streams.followed(kind).size > 0)
    if (!isFollowed) {
      lastChanged.unread(scopes, kindsStale)
      return
    }
    const number = await asOf.now()
    lastChanged.at(number, scopes, kindsStale)
    const events = await Promise.all(concerned.map(({ records, byScope }) => read(records, byScope, day)))
    for (const { scope, put, gone, patientIds, isKeptBack } of events.flat()) {
      if (put.length + gone.length > 0)
        await streams.tell(scope, { kind: 'records', scope, asOf: number, put, gone })
      if (patientIds.length > 0) onTold(scope, patientIds)
      if (isKeptBack) windows.tell(scope, number, streams.following(scope))
    }
    tellStale(scopes, kindsStale, number)
  }

  function tellStale(scopes: ReadonlySet<string>, kindsStale: ReadonlySet<string>, number: number) {
    for (const kind of kindsStale) {
      const followed = [...streams.followed(kind)]
      const crowd = followed.reduce((sum, scope) => sum + streams.following(scope), 0)
      for (const scope of followed) windows.tell(scope, number, crowd)
    }
    for (const scope of scopes) {
      const { kind } = partsOf(scope)
      const crowd = streams.following(scope)
      if (crowd > 0 && stale.has(kind) && !kindsStale.has(kind)) windows.tell(scope, number, crowd)
    }
  }

  /** Which scopes' records changed, and which kinds of scope have to be reloaded as a whole. */
  async function placed(records: LiveRecords, batch: readonly Change[], day: string) {
    const { noun, carrying = {}, overturned = {} } = records
    const own = batch.filter((change) => change.noun === noun)
    const carried = await Promise.all(
      Object.entries(carrying).map(([other, carry]) => {
        const theirs = batch.filter((change) => change.noun === other)
        return theirs.length > 0 ? carry(db, theirs) : Promise.resolve([])
      }),
    )
    const byScope = new Map<string, Set<string>>()
    for (const change of pauses.passed(records, [...own, ...carried.flat()])) {
      for (const scope of records.scopesOf(change, day)) {
        const ids = byScope.get(scope) ?? new Set()
        byScope.set(scope, ids.add(change.id))
      }
    }
    const isOverturned = batch.some((change) => overturned[change.noun]?.(change))
    return { records, byScope, overturned: isOverturned ? records.kinds : [] }
  }

  async function read(records: LiveRecords, byScope: ReadonlyMap<string, Set<string>>, day: string) {
    const followed = [...byScope].filter(([scope]) => streams.following(scope) > 0)
    const ids = [...new Set(followed.flatMap(([, those]) => [...those]))]
    if (ids.length === 0) return []
    const found = new Map((await records.read(db, ids, day)).map((one) => [one.record.id, one]))
    const restricted = await restrictions.restricted()
    const isClosed = (id: string) => restricted.has(id)
    return followed.map(([scope, those]) => {
      const { kind } = partsOf(scope)
      const record = kinds[kind]?.record
      const here: Placed[] = []
      const gone: string[] = []
      for (const id of those) {
        const one = found.get(id)
        if (one?.scopes.includes(scope)) here.push(one)
        else gone.push(id)
      }
      // Nothing is sent that the contract does not name.
      const named = here.flatMap((one) =>
        record ? [{ patientId: one.patientId, shown: record.parse(one.record) }] : [],
      )
      // A restricted record is open to some of those who follow: each reads it again.
      const put = named.filter(
        ({ shown, patientId }) => keptBack.get(kind)?.(shown, patientId, isClosed) === shown,
      )
      return {
        scope,
        gone,
        put: put.map(({ shown }) => shown),
        patientIds: put.flatMap(({ patientId }) => patientId ?? []),
        isKeptBack: put.length < named.length,
      }
    })
  }
}

function joined(earlier: Change['told'], later: Change['told']): Change['told'] {
  const both = labels.filter((label) => earlier[label] ?? later[label])
  return Object.fromEntries(
    both.map((label) => [label, [...new Set([...(earlier[label] ?? []), ...(later[label] ?? [])])]]),
  )
}

/** Throttles paced records: the first change passes, and later ones are held until the pause is over. */
function pausesBetween(release: (held: readonly Change[]) => void) {
  const held = new Map<LiveRecords, { changes: Change[]; timer: NodeJS.Timeout }>()
  return {
    passed(records: LiveRecords, changes: Change[]): readonly Change[] {
      if (!records.pause || changes.length === 0) return changes
      const pausing = held.get(records)
      if (pausing) {
        pausing.changes.push(...changes)
        return []
      }
      const timer = setTimeout(() => {
        const { changes: since = [] } = held.get(records) ?? {}
        held.delete(records)
        if (since.length > 0) release(since)
      }, records.pause)
      held.set(records, { changes: [], timer })
      return changes
    },
    close() {
      for (const { timer } of held.values()) clearTimeout(timer)
    },
  }
}

/** Announces at once that a scope is stale, and after that no more often than screens can reload it. */
function staleWindows(streams: Streams) {
  const open = new Map<string, { timer: NodeJS.Timeout; asOf: number | null }>()
  /** `crowd`: how many screens reload at the same time because of the same change. */
  function tell(scope: string, asOf: number, crowd: number) {
    const window = open.get(scope)
    if (window) {
      window.asOf = asOf
      return
    }
    const within = Math.max(soonestWithin, crowd * eachWithin)
    void streams.tell(scope, { kind: 'stale', scope, asOf, within })
    const timer = setTimeout(() => {
      const { asOf: again } = open.get(scope) ?? {}
      open.delete(scope)
      if (again) tell(scope, again, crowd)
    }, within)
    open.set(scope, { timer, asOf: null })
  }
  return {
    tell,
    close() {
      for (const { timer } of open.values()) clearTimeout(timer)
    },
  }
}
