import type { Clock, JobResult, PgBoss, Job as SentJob } from 'pg-boss'
import { again } from '../db/again.ts'
import type { Connected } from '../db/connect.ts'
import { sendThrough } from './database.ts'
import type { Job } from './job.ts'

export interface JobsOptions extends Connected {
  jobs: readonly Job[]
  clock: () => Date
  onTrouble: (error: unknown) => void
  /** Told of each run whether the job was done. */
  onRun?: ((job: string, isDone: boolean) => void) | undefined
  /** Seconds between looks at the schedule, at what it made due, and at what is to be run. */
  lookSeconds?: number
  /** The clock for those seconds. */
  timers?: Clock | undefined
}

export interface RunningJobs {
  /** Waits for what is being done, some seconds at most. */
  stop(): Promise<void>
}

/** One queue for all jobs: each queue would have to be polled separately. */
const queue = 'lantern'
const queueOptions = {
  expireInSeconds: 5 * 60,
  retryLimit: 2,
  retryDelay: 60,
  retentionSeconds: 24 * 3600,
  deleteAfterSeconds: 24 * 3600,
}
/** The longest that pg-boss takes; jobs are minutes apart. */
const seldom = 45
/** Milliseconds after the start: loading pg-boss takes 50 ms, and waiting requests come first. */
const soon = 500
const tryAgain = 30_000
const longestStop = 5000

/**
 * Runs each job when it is due, and once soon after the start, in one process at a time however many there are. A failed
 * job is reported and retried; it stops nothing else.
 */
export function runJobs(options: JobsOptions): RunningJobs {
  const { pool, jobs, onTrouble, onRun, lookSeconds = seldom, timers } = options
  const stopping = new AbortController()
  let boss: PgBoss | undefined
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined

  function startIn(millis: number): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      starting = start()
    }, millis)
  }

  async function start(): Promise<void> {
    try {
      boss ??= await makeBoss()
      // A start that failed halfway may have left parts running.
      await boss.stop({ graceful: false })
      if (stopping.signal.aborted) return
      await boss.start()
      await declare(boss)
    } catch (error) {
      onTrouble(error)
      startIn(tryAgain)
    }
  }

  async function makeBoss(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss')
    const made = new PgBoss({
      db: sendThrough(pool),
      ...(timers && { clock: timers }),
      // The server's account may not; `migrate` has done it.
      migrate: false,
      createSchema: false,
      reindex: false,
      monitorVacuum: false,
      cronMonitorIntervalSeconds: lookSeconds,
      cronWorkerIntervalSeconds: lookSeconds,
      superviseIntervalSeconds: 10 * 60,
      monitorIntervalSeconds: 10 * 60,
      maintenanceIntervalSeconds: 3600,
      queueCacheIntervalSeconds: 24 * 3600,
      flowIntervalSeconds: 24 * 3600,
    })
    made.on('error', (error) => onTrouble(asError(error)))
    made.on('warning', ({ message }) => onTrouble(new Error(message)))
    return made
  }

  async function declare(boss: PgBoss): Promise<void> {
    // Exclusive: of a name, one at most is waiting or being done, in all processes.
    await boss.createQueue(queue, { policy: 'exclusive', ...queueOptions })
    await boss.updateQueue(queue, queueOptions)
    for (const { key } of await boss.getSchedules(queue)) {
      if (!jobs.some(({ name }) => name === key)) await boss.unschedule(queue, key)
    }
    for (const { name, every } of jobs) {
      await boss.schedule(queue, every, { name }, { key: name, singletonKey: name })
      // The job may have become due while no server ran. Of several that start in one minute, the first sends it.
      await boss.send(queue, { name }, { singletonKey: name, singletonSeconds: 60 })
    }
    const work = { perJobResults: true, batchSize: 20, pollingIntervalSeconds: lookSeconds } as const
    await boss.work(queue, work, async (due: SentJob<{ name: string }>[]) => {
      const results: JobResult[] = []
      for (const { id, data, signal } of due) {
        const isDone = await run(data.name, AbortSignal.any([signal, stopping.signal]))
        onRun?.(data.name, isDone)
        results.push({ id, status: isDone ? 'completed' : 'failed' })
      }
      return results
    })
  }

  async function run(name: string, signal: AbortSignal): Promise<boolean> {
    try {
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`This server has no job ${name}; another may.`)
      await again(() => job.run({ db: options.db, clock: options.clock, signal }))
      return true
    } catch (error) {
      onTrouble(new Error(`The job ${name} failed.`, { cause: error }))
      return false
    }
  }

  startIn(soon)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await starting
      await boss?.stop({ timeout: longestStop })
    },
  }
}

/** pg-boss reports some of its errors as plain objects. */
function asError(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error)
}
