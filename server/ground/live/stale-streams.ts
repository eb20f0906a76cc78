import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../db/changes.ts'
import type { Displays } from '../http/admit.ts'
import type { Sessions } from '../http/session.ts'
import type { Listener } from './streams.ts'

/** Milliseconds between checks of the accounts of open streams while notifications may be missed. */
const betweenLooks = 1000

interface Stream {
  readonly by: Listener
  end(): void
}

/**
 * While notifications may be missed, a stream could outlive a change of its account or link. So the accounts and links of
 * all streams are polled, with one query each, until notifications arrive again. If the database can't be read either, all
 * streams end `believedFor` milliseconds after the last moment at which their state was known.
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

  /** Until a check succeeds that began after notifications arrived again. */
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
        // The database is unavailable; what is known grows older.
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
