import { LiveEvent } from '../../../../contract/api/live.ts'
import { noteRefusal, recoveries, recoverSession } from '../api.ts'
import { accessToken, forgetToken } from '../token.ts'

/** The server sends a keep-alive every 15 s: a stream that is silent for longer than this is dead, whatever TCP says. */
const silentFor = 40_000

/** How the server begins an event; a comment is a keep-alive. */
const data = 'data: '

/** One stream, that follows what it was opened with until it is closed or lost. */
export interface Stream {
  readonly scopes: ReadonlySet<string>
  close(): void
}

export interface StreamListener {
  onEvent(event: LiveEvent): void
  /** It is over. `isRefused`: the server does not let this browser follow these scopes. */
  onLost(isRefused: boolean): void
}

/** The address of a stream: for the token of a session, or for the cookie of a waiting-room screen. */
export type Door = '/api/live' | '/api/display/live'

export function openStream(
  scopes: ReadonlySet<string>,
  { onEvent, onLost }: StreamListener,
  door: Door = '/api/live',
): Stream {
  let silence: ReturnType<typeof setTimeout> | undefined
  const end = new AbortController()

  async function read(): Promise<void> {
    const query = new URLSearchParams([...scopes].map((scope) => ['scope', scope]))
    const ask = door === '/api/live' ? fetchSignedIn : fetch
    const response = await ask(`${door}?${query}`, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: end.signal,
    })
    if (response.status === 403 || response.status === 422) lose(true)
    if (!response.ok || !response.body) return
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let unread = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // Each chunk is a sign of life: keep-alives are comments, which say nothing else.
      heard()
      const messages = (unread + decoder.decode(part.value, { stream: true })).split('\n\n')
      unread = messages.pop() ?? ''
      for (const message of messages) tell(message)
      if (end.signal.aborted) return reader.cancel()
    }
  }

  function tell(message: string) {
    if (!message.startsWith(data) || end.signal.aborted) return
    try {
      const event = LiveEvent.safeParse(JSON.parse(message.slice(data.length)))
      if (event.success) onEvent(event.data)
    } catch (error) {
      // A fault of a screen ends no stream.
      reportError(error)
    }
  }

  function heard() {
    clearTimeout(silence)
    if (!end.signal.aborted) silence = setTimeout(lose, silentFor)
  }

  function close() {
    clearTimeout(silence)
    end.abort()
  }

  function lose(isRefused = false) {
    if (end.signal.aborted) return
    close()
    onLost(isRefused)
  }

  heard()
  read()
    .catch(() => undefined)
    .finally(() => lose())
  return { scopes, close }
}

async function fetchSignedIn(url: string, init: RequestInit): Promise<Response> {
  const since = recoveries
  let token = await accessToken()
  if (!token && (await recoverSession(since))) token = await accessToken()
  if (!token) throw new TypeError('Nobody is signed in')
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${token}` },
  })
  await noteRefusal(response)
  if (response.status === 401) forgetToken()
  return response
}
