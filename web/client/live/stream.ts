import { EventSource, type FetchLike, type FetchLikeResponse, type ReaderLike } from 'eventsource'
import { LiveEvent } from '../../../contract/api/live.ts'
import { noteRefusal, recoveries, recoverSession } from '../api.ts'
import { accessToken, forgetToken } from '../token.ts'

/** The server sends a keep-alive every 15 s: a stream that is silent for longer than this is dead, whatever TCP says. */
const silentFor = 40_000

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

/** Where a stream is opened: with the token of one's session, or with the cookie of a waiting room's screen. */
export type Door = '/api/live' | '/api/display/live'

export function openStream(
  scopes: ReadonlySet<string>,
  { onEvent, onLost }: StreamListener,
  door: Door = '/api/live',
): Stream {
  let silence: ReturnType<typeof setTimeout> | undefined
  let isRefused = false

  const fetchStream: FetchLike = async (url, init) => {
    const response = door === '/api/live' ? await fetchSignedIn(url, init) : await fetch(url, init)
    isRefused = response.status === 403 || response.status === 422
    return listened(response, heard)
  }
  const query = new URLSearchParams([...scopes].map((scope) => ['scope', scope]))
  const source = new EventSource(`${door}?${query}`, { fetch: fetchStream })
  source.onmessage = ({ data }) => {
    const event = LiveEvent.safeParse(JSON.parse(String(data)))
    if (event.success) onEvent(event.data)
  }
  source.onerror = lose
  heard()

  function heard() {
    clearTimeout(silence)
    if (source.readyState !== EventSource.CLOSED) silence = setTimeout(lose, silentFor)
  }

  function close() {
    clearTimeout(silence)
    source.close()
  }

  function lose() {
    close()
    onLost(isRefused)
  }

  return { scopes, close }
}

async function fetchSignedIn(...[url, init]: Parameters<FetchLike>): Promise<Response> {
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

/** Passes every chunk on, and calls `heard` for each: keep-alives are comments, which the parser drops. */
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
