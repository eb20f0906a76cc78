import type { QueryClient } from '@tanstack/react-query'
import { EventSource, type FetchLike, type FetchLikeResponse, type ReaderLike } from 'eventsource'
import { useSyncExternalStore } from 'react'
import { LiveEvent } from '../../contract/api/live.ts'
import type { LiveNoun } from '../../contract/nouns.ts'
import { recoverSession } from './api.ts'
import { accessToken, forgetToken } from './token.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Nouns beside the key's own whose changes the query's answer depends on. */
    queryMeta: { follows?: readonly LiveNoun[] }
  }
}

/** What other people change shows up by itself: the server tells which record changed, and its queries read it again. */

const coalesceFor = 50
const firstPause = 1_000
/** A stream that is back within this time was not worth a word. */
const graceFor = 2_000
const longestPause = 10_000
/** The server pings every 15 s: a stream that is silent for longer than this is dead, whatever TCP believes. */
const silentFor = 40_000
/** A tab that nobody looks at lets its stream go, and catches up when it is shown again. */
const hiddenFor = 60_000

export type LiveState = 'live' | { lostSince: Date }

let state: LiveState = 'live'
const listeners = new Set<() => void>()

function tell(next: LiveState) {
  state = next
  for (const listener of listeners) listener()
}

/** 'live', or since when what is shown may be out of date. */
export function useLive(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Passes every chunk on, and calls `heard` for each: pings are comments, which the parser swallows. */
function listened(response: Response, heard: () => void): FetchLikeResponse {
  const { body } = response
  return {
    url: response.url,
    status: response.status,
    redirected: response.redirected,
    headers: response.headers,
    body: body && {
      getReader(): ReaderLike {
        const reader = body.getReader()
        return {
          cancel: () => reader.cancel(),
          async read() {
            const chunk = await reader.read()
            heard()
            return chunk.done ? { done: true } : chunk
          },
        }
      },
    },
  }
}

/**
 * Opens the stream, and keeps it open until the returned function is called. Each stream begins with a `resync`, so
 * that one that was lost catches up.
 */
export function followLive(queryClient: QueryClient): () => void {
  let source: EventSource | undefined
  let pause = firstPause
  let ended = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let notice: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let flush: ReturnType<typeof setTimeout> | undefined
  const changed = new Set<string>()

  function catchUp() {
    clearTimeout(flush)
    flush = undefined
    changed.clear()
    void queryClient.invalidateQueries()
  }

  function note(noun: string) {
    changed.add(noun)
    flush ??= setTimeout(() => {
      flush = undefined
      const nouns = new Set(changed)
      changed.clear()
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [own], meta }) =>
          nouns.has(String(own)) || meta?.follows?.some((one) => nouns.has(one)) === true,
      })
    }, coalesceFor)
  }

  function heard() {
    clearTimeout(silence)
    silence = setTimeout(lose, silentFor)
  }

  function close() {
    clearTimeout(silence)
    clearTimeout(retry)
    source?.close()
    source = undefined
  }

  function lose() {
    close()
    if (ended) return
    const lostSince = new Date()
    if (state === 'live') notice ??= setTimeout(() => tell({ lostSince }), graceFor)
    retry = setTimeout(open, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  const fetchStream: FetchLike = async (url, init) => {
    let token = await accessToken()
    if (!token && (await recoverSession())) token = await accessToken()
    if (!token) throw new TypeError('Nobody is signed in')
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${token}` },
    })
    if (response.status === 401) forgetToken()
    return listened(response, heard)
  }

  function open() {
    close()
    if (ended) return
    const opened = new EventSource('/api/live', { fetch: fetchStream })
    source = opened
    heard()
    opened.onopen = () => {
      pause = firstPause
      clearTimeout(notice)
      notice = undefined
      if (state !== 'live') tell('live')
    }
    opened.onmessage = (message) => {
      const event = LiveEvent.safeParse(JSON.parse(String(message.data)))
      if (!event.success || event.data.kind === 'resync') catchUp()
      else if (event.data.kind === 'closing') {
        pause = event.data.reopenAfter
        lose()
      } else note(event.data.noun)
    }
    opened.onerror = () => {
      if (source === opened) lose()
    }
  }

  function reopen() {
    if (source) return
    pause = firstPause
    open()
  }

  function followVisibility() {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') reopen()
    else {
      hidden = setTimeout(close, hiddenFor)
    }
  }

  tell('live')
  open()
  document.addEventListener('visibilitychange', followVisibility)
  window.addEventListener('online', reopen)
  window.addEventListener('offline', lose)
  return () => {
    ended = true
    close()
    clearTimeout(hidden)
    clearTimeout(flush)
    clearTimeout(notice)
    document.removeEventListener('visibilitychange', followVisibility)
    window.removeEventListener('online', reopen)
    window.removeEventListener('offline', lose)
  }
}
