import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveEvent, partsOf } from '../../../contract/api/live.ts'
import type { SignedIn } from '../http/session.ts'

/**
 * Bytes that may be buffered for a screen that does not read, or whose stream has yet to begin. Beyond this its stream
 * ends, and it catches up when it reconnects.
 */
const mostWaiting = 1_000_000
/** Interval in milliseconds of the keep-alive on every stream. */
const signEvery = 15_000
const slots = 15
/** Milliseconds for which sending may block everything else. */
const longestAtOnce = 1
/** A process spends at most this fraction (1 / n) of its time on sending, unless a crowd would wait too long. */
const sendingShare = 4
/** Milliseconds after which sending continues without pauses. */
const longestUnhurried = 300
const sign = Buffer.from(':\n\n')
const nothing: ReadonlySet<string> = new Set()

/** The recipient of a stream: a signed-in account, or a waiting-room screen by its id. */
export type Listener = { staff: SignedIn; display?: never } | { staff?: never; display: string }

/** The stream of one screen. */
export class Stream {
  readonly by: Listener
  readonly scopes: readonly string[]
  #answer: ServerResponse | undefined
  #socket: Socket | null = null
  #isOver = false
  /** Events buffered before it could begin, and their size in bytes. */
  #early: Buffer[] = []
  #earlyBytes = 0
  constructor(by: Listener, scopes: readonly string[]) {
    this.by = by
    this.scopes = scopes
  }

  /**
   * Sends on `answer` from now on, these bytes first. Later events are written directly to its socket, without framing,
   * which halves the cost of sending to a crowd.
   */
  begin(answer: ServerResponse, first: Buffer) {
    this.#answer = answer
    this.#socket = answer.socket
    answer.write(Buffer.concat([first, ...this.#early]))
    this.#early = []
    if (this.#isOver) answer.end()
  }

  send(bytes: Buffer) {
    const socket = this.#socket
    if (this.#isOver) return
    if (!socket) this.#keep(bytes)
    else if (socket.writableLength > mostWaiting) socket.destroy()
    else socket.write(bytes)
  }

  end() {
    this.#isOver = true
    this.#answer?.end()
  }

  #keep(bytes: Buffer) {
    this.#early.push(bytes)
    this.#earlyBytes += bytes.length
    if (this.#earlyBytes <= mostWaiting) return
    this.#early = []
    this.end()
  }
}

export function encoded(event: LiveEvent): Buffer {
  return Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
}

/** The open streams of this process, and who follows what. */
export class Streams implements Iterable<Stream> {
  #all = new Set<Stream>()
  #followers = new Map<string, Set<Stream>>()
  /** For each kind, the scopes that at least one screen shows. */
  #kinds = new Map<string, Set<string>>()
  #signs: NodeJS.Timeout

  constructor() {
    let turn = 0
    this.#signs = setInterval(() => {
      turn = (turn + 1) % slots
      let index = 0
      for (const stream of this.#all) if (index++ % slots === turn) stream.send(sign)
    }, signEvery / slots)
    this.#signs.unref()
  }

  get size() {
    return this.#all.size
  }

  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]()
  }

  /** It receives every event from now on. */
  add(stream: Stream) {
    this.#all.add(stream)
    for (const scope of stream.scopes) {
      const followers = this.#followers.get(scope)
      if (followers) {
        followers.add(stream)
        continue
      }
      this.#followers.set(scope, new Set([stream]))
      const { kind } = partsOf(scope)
      this.#kinds.set(kind, (this.#kinds.get(kind) ?? new Set()).add(scope))
    }
  }

  delete(stream: Stream) {
    this.#all.delete(stream)
    for (const scope of stream.scopes) {
      const followers = this.#followers.get(scope)
      followers?.delete(stream)
      if (followers?.size !== 0) continue
      this.#followers.delete(scope)
      this.#kinds.get(partsOf(scope).kind)?.delete(scope)
    }
  }

  /** How many screens show this. */
  following(scope: string): number {
    return this.#followers.get(scope)?.size ?? 0
  }

  /** Everything of a kind that somebody shows: with a scope for each person, there are more of all kinds than of any. */
  followed(kind: string): ReadonlySet<string> {
    return this.#kinds.get(kind) ?? nothing
  }

  /**
   * Sends the same bytes to every screen that shows this, a few at a time, so that other requests don't wait for all of
   * them. Resolves when the last screen has been sent them.
   */
  async tell(scope: string, event: LiveEvent): Promise<void> {
    const followers = this.#followers.get(scope)
    if (!followers) return
    const bytes = encoded(event)
    const hurryFrom = performance.now() + longestUnhurried
    let began = performance.now()
    for (const stream of followers) {
      stream.send(bytes)
      const now = performance.now()
      if (now - began < longestAtOnce) continue
      await sleep(now < hurryFrom ? (now - began) * (sendingShare - 1) : 0)
      began = performance.now()
    }
  }

  close() {
    clearInterval(this.#signs)
  }
}
