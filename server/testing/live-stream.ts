import { LiveEvent } from '../../contract/api/live.ts'

/** An open stream of `GET /api/live`. */
export interface LiveStream {
  /** Everything told so far. */
  readonly events: LiveEvent[]
  /** The ids of a noun's records that were told to have changed. */
  changed(noun: string): string[]
  /** True once the server ended it. */
  readonly isOver: boolean
  close(): void
}

/** Opens the stream that a screen of somebody with this token listens to, past its first event. */
export async function openLive(url: string, { token }: { token: string }): Promise<LiveStream> {
  const leave = new AbortController()
  const response = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leave.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`No stream: ${await response.text()}`)
  const events: LiveEvent[] = []
  let isOver = false
  let told = () => {}
  const first = new Promise<void>((resolve) => {
    told = resolve
  })
  const read = async (body: ReadableStream<Uint8Array>) => {
    let rest = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block.split('\n').filter((line) => line.startsWith('data:'))
        if (data.length === 0) continue
        events.push(LiveEvent.parse(JSON.parse(data.map((line) => line.slice(5)).join('\n'))))
        told()
      }
    }
  }
  read(response.body)
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  await first
  return {
    events,
    changed: (noun) =>
      events.flatMap((event) => (event.kind === 'change' && event.noun === noun ? [event.id] : [])),
    get isOver() {
      return isOver
    },
    close: () => leave.abort(),
  }
}
