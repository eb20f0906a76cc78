import { setTimeout as sleep } from 'node:timers/promises'
import { client, type Outcome } from '../../../testbed/calls.ts'
import type { Counter, Story, Write } from './story.ts'

/** Clerks at work. Each write is retried under its key until it is acknowledged, as when a user presses Save again. */
export interface Desk {
  /** Every write that was begun. */
  writes: Write[]
  /** Responses other than success and those in `notNow`. */
  odd: Outcome[]
  /** Waits until another write is acknowledged; false after `patience` milliseconds. */
  goesOn(patience: number): Promise<boolean>
  /** Lets the clerks finish what they have begun. */
  stop(): Promise<void>
  /** Stops the clerks at once, in the middle of their writes. */
  clear(): Promise<void>
}

interface Place {
  origin: string
  token: () => string
  story: Story
  counters: readonly Counter[]
}

/** Responses that mean 'not now': the server is stopping, the database is down, or the token is a former server's. */
const notNow = [503, 401]

export function openDesk({ origin, token, story, counters }: Place): Desk {
  const writes: Write[] = []
  const odd: Outcome[] = []
  let acknowledged = 0
  let state: 'open' | 'closing' | 'cleared' = 'open'

  async function work(counter: Counter) {
    const { call, close } = client(origin)
    for (let turn = 0; state === 'open'; turn++) {
      const acts = story(counter, turn)
      for (let next = acts.next(); !next.done && state === 'open'; ) {
        writes.push(next.value)
        const told = await untilAcknowledged(call, next.value)
        if (!told) break
        next = acts.next(told)
      }
    }
    close()
  }

  async function untilAcknowledged(call: ReturnType<typeof client>['call'], write: Write) {
    let closingSince = Number.POSITIVE_INFINITY
    for (;;) {
      const outcome = await call({ ...write.call, token: token() })
      const { status, body } = outcome
      if (status === 200 || status === 201) {
        write.isAcknowledged = true
        acknowledged++
        return JSON.parse(body) as { id: string }
      }
      if (typeof status === 'number' && !notNow.includes(status)) {
        odd.push(outcome)
        return undefined
      }
      if (state !== 'open') closingSince = Math.min(closingSince, performance.now())
      if (state === 'cleared' || performance.now() - closingSince > 20_000) return undefined
      await sleep(100)
    }
  }

  const clerks = counters.map(work)
  return {
    writes,
    odd,
    async goesOn(patience) {
      const before = acknowledged
      for (const since = performance.now(); acknowledged === before; await sleep(20)) {
        if (performance.now() - since > patience) return false
      }
      return true
    },
    async stop() {
      state = 'closing'
      await Promise.all(clerks)
    },
    async clear() {
      state = 'cleared'
      await Promise.all(clerks)
    },
  }
}

/** 'and 2 answered oddly (409)', or nothing if there are none. */
export function oddly({ odd }: Desk): string {
  return odd.length > 0
    ? `, ${odd.length} answered oddly (${odd[0]?.status} ${odd[0]?.body.slice(0, 200)})`
    : ''
}
