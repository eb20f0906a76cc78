import { expect } from 'vitest'
import { LiveEvent } from '../../contract/api/live.ts'
import type { StaffClient } from './app.ts'
import { givenSupplier } from './factories/suppliers.ts'

/** An open stream of `GET /api/live`. */
export interface LiveStream {
  /** When each scope began to be followed. */
  readonly asOf: Readonly<Record<string, number>>
  /** Everything received since it opened. */
  readonly events: LiveEvent[]
  /** The records of a scope that were put in place, in the order in which they came. */
  put(scope: string): { id: string; [field: string]: unknown }[]
  /** The ids of those that left a scope. */
  gone(scope: string): string[]
  /** How often a scope was announced as stale. */
  stale(scope: string): number
  /** True once the server ended it. */
  readonly isOver: boolean
  close(): void
}

/** Opens the stream that a screen of somebody with this token listens to, past its first event. */
export async function openLive(
  url: string,
  { token, door = '/api/live' }: { token: string; door?: string },
  ...scopes: string[]
): Promise<LiveStream> {
  const leave = new AbortController()
  const query = new URLSearchParams(scopes.map((scope): [string, string] => ['scope', scope]))
  const response = await fetch(`${url}${door}?${query}`, {
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
  const opened = events.shift()
  if (opened?.kind !== 'open') throw new Error('A stream begins with open.')
  const records = (scope: string) =>
    events.filter((event) => event.kind === 'records').filter((event) => event.scope === scope)
  return {
    asOf: opened.asOf,
    events,
    put: (scope) => records(scope).flatMap(({ put }) => put),
    gone: (scope) => records(scope).flatMap(({ gone }) => gone),
    stale: (scope) => events.filter((event) => event.kind === 'stale' && event.scope === scope).length,
    get isOver() {
      return isOver
    },
    close: () => leave.abort(),
  }
}

/**
 * Waits until each of these servers has heard of all that was changed before: it hears of changes in the order of their
 * commits. A stream ends when its server hears that its owner's account was changed.
 * @param by who may add suppliers
 */
export async function changesHeard(by: StaffClient, ...urls: string[]): Promise<void> {
  for (const url of urls) await expect.poll(() => hearsOn(by, url), { timeout: 20_000 }).toBe(true)
}

async function hearsOn(by: StaffClient, url: string): Promise<boolean> {
  const stream = await openLive(url, by, 'suppliers')
  await givenSupplier(by)
  await expect
    .poll(() => stream.isOver || stream.stale('suppliers') > 0, { timeout: 8000, interval: 10 })
    .toBe(true)
  const goesOn = !stream.isOver
  stream.close()
  return goesOn
}
