import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveEvent, partsOf } from '../../contract/api/live.ts'
import type { SignedIn } from '../http/session.ts'

/**
 * Bytes that may wait for a screen that does not read, or whose stream has yet to begin; then its stream ends, and it
 * catches up when it reads again.
 */
const mostWaiting = 1_000_000
/** Milliseconds within which every stream has a sign of life. */
const signEvery = 15_000
const slots = 15
/** Milliseconds for which sending keeps everything else waiting. */
const longestAtOnce = 1
/** Of its time, a process spends one part in so many on sending, unless a crowd would wait too long for it. */
const sendingShare = 4
/** Milliseconds after which sending goes on without pauses. */
const longestUnhurried = 300
const sign = Buffer.from(':\n\n')
const nothing: ReadonlySet<string> = new Set()

/** Who listens: somebody who is signed in, or the screen of a waiting room, by its id. */
export type Listener = { staff: SignedIn; display?: never } | { staff?: never; display: string }

/** One screen that listens. */
export class Stream {
  readonly by: Listener
  readonly scopes: readonly string[]
  #answer: ServerResponse | undefined
  #socket: Socket | null = null
  #isOver = false
  /** What was told before it could begin, and its bytes. */
  #early: Buffer[] = []
  #earlyBytes = 0
  constructor(by: Listener, scopes: readonly string[]) {
    this.by = by
    this.scopes = scopes
  }

  /**
   * Sends on `answer` from now on, these bytes first. What follows is written to its socket, where nothing is put around
   * it: for a crowd, that is half of what sending costs.
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
  /** Of each kind, the scopes that somebody shows. */
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

  /** What is told from now on reaches it. */
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
   * The same bytes to everybody who shows this, a few at a time: who calls meanwhile does not wait for all of them. Done
   * when the last has them.
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
