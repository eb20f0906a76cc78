import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../db/changes.ts'
import type { Displays } from '../http/admit.ts'
import type { Sessions } from '../http/session.ts'
import type { Listener } from './streams.ts'

/** Milliseconds between looks at the accounts of open streams while changes may be missed. */
const betweenLooks = 1000

interface Stream {
  readonly by: Listener
  end(): void
}

/**
 * While changes may be missed, a stream whose account or link is no longer what it was would go on: then those of all
 * streams are read, with one query each, until nothing is missed any more. Where that can't be done either, all streams end
 * `believedFor` milliseconds after the last moment of which something is known.
 */
export function endStaleStreams(
  streams: Iterable<Stream>,
  {
    changes,
    sessions,
    displays,
    stopping,
    believedFor,
  }: {
    changes: Changes
    sessions: Sessions
    displays: Displays
    stopping: AbortSignal
    believedFor: number
  },
): void {
  let asked = 0
  let isLooking = false
  let belief: NodeJS.Timeout | undefined

  changes.onDeaf(() => {
    believeFrom(changes.heardUntil)
    void look()
  })
  changes.onGap(() => void look())
  stopping.addEventListener('abort', () => clearTimeout(belief))

  function believeFrom(moment: number) {
    clearTimeout(belief)
    belief = setTimeout(
      () => {
        for (const stream of streams) stream.end()
      },
      moment + believedFor - performance.now(),
    )
  }

  /** Until a look has come through that was begun when nothing was missed any more. */
  async function look() {
    asked++
    if (isLooking) return
    isLooking = true
    for (let isSure = false; !isSure && !stopping.aborted; ) {
      const [about, isHearing, since] = [asked, changes.listening, performance.now()]
      try {
        await endChanged()
        believeFrom(since)
        isSure = isHearing && about === asked
      } catch {
        // The database is away; what is known grows older.
      }
      if (!isSure) await sleep(betweenLooks)
    }
    clearTimeout(belief)
    isLooking = false
  }

  async function endChanged() {
    const open = [...streams]
    const [same, held] = await Promise.all([
      sessions.stillSo(open.flatMap(({ by }) => by.staff ?? [])),
      displays.stillOpen(open.flatMap(({ by }) => by.display ?? [])),
    ])
    for (const stream of open) {
      const { staff, display } = stream.by
      if (!(staff ? same.has(staff) : held.has(display))) stream.end()
    }
  }
}
