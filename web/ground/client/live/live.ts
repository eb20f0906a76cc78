import type { QueryClient } from '@tanstack/react-query'
import { type LiveEvent, mostScopes } from '../../../../contract/api/live.ts'
import { onWritten } from '../api.ts'
import { hospitalNow } from '../clock.ts'
import { handleEvents } from './events.ts'
import { knowledgeOf } from './shown-as-of.ts'
import { isKeptAwake, tellBuild, tellState } from './state.ts'
import { type Door, openStream, type Stream } from './stream.ts'

/**
 * Other people's changes appear by themselves: a stream follows the scopes on the screen, and brings each record that
 * changes in them (record 16).
 */

/** Milliseconds to wait, so that everything that a newly opened screen shows is followed with one stream. */
const gatherFor = 50
/** How long to keep following what is no longer shown, unless a new stream is opened anyway. */
const leftAfter = 30_000
/** How long the previous stream stays open beside the next one, so that events in transit arrive. */
const overlapFor = 250
const firstPause = 1_000
const longestPause = 10_000
/** The pause after the server has refused a scope. */
const refusedPause = 60_000
/** A stream that reconnects within this time is not reported as lost. */
const graceFor = 2_000
/** A hidden tab closes its stream, and catches up when it is shown again. */
const hiddenFor = 60_000

/** The scopes on the screen; with `isRead`, only those that could be read. */
function shownScopes(queryClient: QueryClient, isRead: boolean): ReadonlySet<string> {
  const shown = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && (!isRead || query.state.data !== undefined))
    .flatMap(({ meta }) => meta?.follows ?? [])
  return new Set([...new Set(shown)].slice(0, mostScopes))
}

function holds(scopes: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...others].every((scope) => scopes.has(scope))
}

/**
 * Follows what is on the screen until the returned function is called. `hasRole`: without a role nothing may be
 * followed but one's own account.
 */
export function followLive(queryClient: QueryClient, hasRole: boolean, door?: Door): () => void {
  const handler = handleEvents(queryClient)
  const knowledge = knowledgeOf(queryClient)
  const timers = namedTimers()
  /** The stream that is open, and the one that is to take its place. */
  let current: Stream | undefined
  let next: Stream | undefined
  /** Something can have been missed since a stream was open. */
  let hadGap = false
  let lostSince: Date | undefined
  let refused: ReadonlySet<string> | undefined
  /** Something was refused once: from then on only what could be read is followed. */
  let isWary = false
  let isLetGo = false
  let pause = firstPause
  /** Within how many milliseconds to come back after a loss, as the last stream said. */
  let lostPause = firstPause

  function scopesNow(): ReadonlySet<string> {
    return hasRole ? shownScopes(queryClient, isWary) : new Set()
  }

  function open() {
    timers.stop('open', 'left')
    next?.close()
    next = undefined
    refused = undefined
    if (isLetGo) return
    const listener = {
      onEvent: (event: LiveEvent) => heard(stream, event),
      onLost: (isRefused: boolean) => lost(stream, isRefused),
    }
    const stream: Stream = openStream(scopesNow(), listener, door)
    next = stream
  }

  function heard(stream: Stream, event: LiveEvent) {
    if (event.kind === 'open') opened(stream, event)
    else if (event.kind === 'records') handler.records(event)
    else if (event.kind === 'stale') handler.stale(event)
    else if (stream !== current && stream !== next) return
    else if (event.kind === 'account') {
      handler.account()
      open()
    } else {
      stream.close()
      lost(stream, false, event.reopenAfter)
    }
  }

  function opened(stream: Stream, { asOf, returnWithin, build }: Extract<LiveEvent, { kind: 'open' }>) {
    if (stream !== next) return
    const before = current
    current = stream
    next = undefined
    for (const scope of before?.scopes ?? []) if (!stream.scopes.has(scope)) handler.left(scope)
    if (before) setTimeout(before.close, overlapFor)
    if (hadGap) handler.account()
    handler.open(asOf, (scope) => before?.scopes.has(scope) === true)
    hadGap = false
    pause = firstPause
    lostPause = returnWithin
    lostSince = undefined
    timers.stop('notice')
    tellState('live')
    tellBuild(build)
    compare()
  }

  /** Follows scopes that are shown at once, and keeps scopes that are no longer shown for a while. */
  function compare() {
    const shown = scopesNow()
    const followed = (next ?? current)?.scopes
    if (refused && holds(refused, shown) && holds(shown, refused)) return
    if (followed ? !holds(followed, shown) : refused) open()
    // Without a stream, the next attempt follows what is shown then.
    else if (followed && !holds(shown, followed)) timers.startOnce('left', leftAfter, open)
    else timers.stop('left')
  }

  /**
   * Others lose their streams at the same moment: no two come back together, and fewer at first, while a server that has
   * just begun is slow. Further pauses grow.
   */
  function nextPause() {
    return pause === firstPause ? Math.random() ** 0.7 * lostPause : pause * (0.5 + Math.random())
  }

  function lost(stream: Stream, isRefused: boolean, reopenAfter = nextPause()) {
    if (stream !== current && stream !== next) return
    if (stream === current) endCurrent()
    else {
      next = undefined
      // Part of what is shown would not be told: then nothing is taken for told.
      if (!isRefused) endCurrent()
    }
    if (next) return
    timers.start('open', isRefused && isWary ? refusedPause : reopenAfter, open)
    if (isRefused) {
      refused = stream.scopes
      isWary = true
    }
    pause = Math.min(pause * 2, longestPause)
    if (lostSince) return
    lostSince = new Date(hospitalNow())
    const since = { lostSince }
    timers.start('notice', graceFor, () => tellState(since))
  }

  function endCurrent() {
    if (!current) return
    current.close()
    current = undefined
    hadGap = true
    handler.gap()
  }

  function close() {
    timers.stop('open', 'left', 'compare')
    next?.close()
    next = undefined
    endCurrent()
  }

  function reopen() {
    isLetGo = false
    if (current || next) return
    pause = firstPause
    open()
  }

  function goOffline() {
    const stream = next ?? current
    if (!stream) return
    stream.close()
    lost(stream, false)
  }

  function followVisibility() {
    timers.stop('hidden')
    if (document.visibilityState === 'visible') return reopen()
    timers.start('hidden', hiddenFor, () => {
      if (isKeptAwake()) return
      isLetGo = true
      close()
    })
  }

  tellState('live')
  timers.start('open', gatherFor, open)
  const stopWatching = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type.startsWith('observer') || (isWary && type === 'updated')) {
      timers.startOnce('compare', gatherFor, compare)
    }
  })
  const stopListening = onWritten(() => {
    // This screen's own changes show on it at once, also in queries that the record can't be put into.
    // The site is changed by no screen.
    void queryClient.invalidateQueries({
      predicate: ({ meta: { follows, place } = {} }) =>
        follows !== undefined && !follows.includes('site') && !(place && knowledge.isUp),
    })
  })
  document.addEventListener('visibilitychange', followVisibility)
  window.addEventListener('online', reopen)
  window.addEventListener('offline', goOffline)
  return () => {
    stopWatching()
    stopListening()
    document.removeEventListener('visibilitychange', followVisibility)
    window.removeEventListener('online', reopen)
    window.removeEventListener('offline', goOffline)
    close()
    timers.stop('notice', 'hidden')
    handler.stop()
  }
}

function namedTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  function stop(...names: string[]) {
    for (const name of names) {
      clearTimeout(timers.get(name))
      timers.delete(name)
    }
  }
  function start(name: string, delay: number, act: () => void) {
    stop(name)
    const timer = setTimeout(() => {
      timers.delete(name)
      act()
    }, delay)
    timers.set(name, timer)
  }
  function startOnce(name: string, delay: number, act: () => void) {
    if (!timers.has(name)) start(name, delay, act)
  }
  return { start, startOnce, stop }
}
