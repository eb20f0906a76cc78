import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeWhatItNeverTook } from './handed-over.ts'
import { PlainRefusal } from './plain-refusal.ts'
import type { FromProcess, Task, ToProcess } from './process-of-several.ts'

/** Milliseconds before a process that ended is replaced: doubled each time, as long as none lasts. */
const [shortest, longest] = [100, 10_000]
const stableAfter = 5000

export interface Processes {
  /** Resolves to their address once all of them serve. */
  origin: Promise<string>
  /** Lets a new one take the place of each, one after another. */
  restart(): void
  stop(): Promise<void>
}

/**
 * Starts `count` processes that serve at one port, and replaces any that ends. Each runs
 * `program`; this one takes the connections and hands them round.
 */
export function startProcesses(
  count: number,
  {
    program,
    task,
    closeTimeout,
    onProgress,
  }: {
    program: string
    /** The task of each process. */
    task: Omit<Task, 'place'>
    /** Milliseconds that a process may take to stop. */
    closeTimeout: number
    onProgress(sentence: string): void
  },
): Processes {
  /** Each that serves, and which of them it is. */
  const serving = new Map<Worker, number>()
  const stopping = new AbortController()
  let pause = shortest
  let restarting: Promise<void> | undefined
  cluster.setupPrimary({ exec: program })

  /** @throws when it ends before it serves */
  async function begin(place: number): Promise<string> {
    const worker = cluster.fork()
    closeWhatItNeverTook(worker)
    const since = Date.now()
    const ended = once(worker, 'exit').then(() => {
      // A process that ran for a while did not fail at its start.
      if (Date.now() - since > stableAfter) pause = shortest
      if (serving.delete(worker) && !stopping.signal.aborted) void replace(place)
    })
    tell(worker, { kind: 'serve', task: { ...task, place } })
    const announced = once(worker, 'message').then(([message]: FromProcess[]) => message?.origin)
    const origin = await Promise.race([announced, ended])
    if (origin === undefined) throw new PlainRefusal('A process of the server ended before it served.')
    serving.set(worker, place)
    return origin
  }

  async function replace(place: number): Promise<void> {
    onProgress('A process of the server ended unexpectedly; another takes its place.')
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pause = Math.min(pause * 2, longest)
      try {
        await begin(place)
        return
      } catch {
        // It said why.
      }
    }
  }

  async function restart(): Promise<void> {
    onProgress('The processes of the server are restarted, one after another.')
    const before = Array.from(serving)
    for (const [worker, place] of before) {
      if (stopping.signal.aborted) return
      // From here on nobody replaces it, should it end by itself: its place is being taken.
      if (!serving.delete(worker)) continue
      try {
        await begin(place)
      } catch {
        onProgress('A new process did not come to serve; those that serve go on.')
        if (worker.isDead()) void replace(place)
        else serving.set(worker, place)
        return
      }
      await dismiss(worker)
    }
    onProgress('All processes of the server were restarted.')
  }

  /** Lets it finish what it began. */
  async function dismiss(worker: Worker): Promise<void> {
    if (worker.isDead()) return
    const ended = once(worker, 'exit')
    tell(worker, { kind: 'stop' })
    const patience = setTimeout(() => worker.process.kill('SIGKILL'), closeTimeout)
    await ended
    clearTimeout(patience)
  }

  return {
    origin: Promise.all(Array.from({ length: count }, (_, place) => begin(place))).then(
      ([origin = '']) => origin,
    ),
    restart() {
      if (stopping.signal.aborted) return
      restarting ??= restart().finally(() => {
        restarting = undefined
      })
    },
    async stop() {
      stopping.abort()
      await Promise.all(Object.values(cluster.workers ?? {}).map(async (worker) => worker && dismiss(worker)))
    },
  }
}

function tell(worker: Worker, message: ToProcess): void {
  // A worker that has ended needs no message.
  if (worker.isConnected()) worker.send(message, () => {})
}
