import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/connect.ts'
import { fileNameAt } from '../file-name.ts'
import type { BackupPlan } from './plan.ts'
import {
  addDue,
  type Begun,
  begin,
  endFailed,
  endLost,
  endWhole,
  leaveToOthers,
  stayHeard,
  tellPlace,
  tellProgress,
} from './records.ts'
import { removeOutlived } from './remove-outlived.ts'
import { BackupFailure, startWriting, type Writing } from './run-writer.ts'

export interface NightlyOptions {
  db: Database
  plan: BackupPlan
  clock: () => Date
  onTrouble: (error: unknown) => void
}

export interface Nightly {
  /** Looks at once whether one is to be made, and resolves when it has looked; what it begins is not waited for. */
  look(): Promise<void>
  stop(): Promise<void>
}

const minute = 60_000
const soon = 5000
/** Milliseconds between two words of how far it is, and between two signs of life. */
const tellEvery = 2000
const heardEvery = 20_000
/** While the database is away, the result of a backup is written again and again. */
const tries = 60
const tryEvery = 5000

/**
 * Makes each night's backup when it is due, in one process of all, and those that are asked for. A timer of its own: the
 * jobs are done one after another within five minutes, by any process, and this takes as long as it takes where the
 * directory is (record 53).
 */
export function startNightly({ db, plan, clock, onTrouble }: NightlyOptions): Nightly {
  let isStopping = false
  let looking: Promise<void> | undefined
  let making: Promise<void> | undefined
  let writing: Writing | undefined

  async function lookOnce(): Promise<void> {
    if (making) return
    await tellPlace(db, plan)
    await endLost(db, clock())
    await addDue(db, plan, clock())
    const begun = isStopping ? undefined : await begin(db, clock())
    if (!begun) return
    making = make(begun)
      .catch(onTrouble)
      .finally(() => {
        making = undefined
        writing = undefined
      })
  }

  async function make(begun: Begun): Promise<void> {
    const { directory, passphraseFile } = plan
    const name = fileNameAt(begun.at, passphraseFile !== undefined)
    const progressReport = reportProgress(begun)
    try {
      writing = startWriting({ ...plan, file: join(directory, name) }, progressReport.progress)
      if (isStopping) void writing.stop()
      const bytes = await writing.bytes
      await progressReport.stop()
      await untilTold(() => endWhole(db, begun, { directory, file: name, bytes }, clock()))
    } catch (error) {
      await progressReport.stop()
      if (isStopping) return await leaveToOthers(db, begun)
      onTrouble(error)
      const says = error instanceof BackupFailure ? error.message : 'The backup could not be made.'
      await untilTold(() => endFailed(db, begun, says, clock()))
      return
    }
    await removeOutlived(db, plan, clock())
  }

  /** Tells how far it is, and that it is still being made. */
  function reportProgress(begun: Begun) {
    let waiting: { percent: number; isChecking: boolean } | undefined
    let heard = Date.now()
    let last: Promise<void> = Promise.resolve()
    const timer = setInterval(() => {
      const progress = waiting
      if (!progress && Date.now() - heard < heardEvery) return
      waiting = undefined
      heard = Date.now()
      last = last
        .then(() => (progress ? tellProgress(db, begun, progress) : stayHeard(db, begun)))
        .catch(onTrouble)
    }, tellEvery)
    return {
      progress: (progress: { percent: number; isChecking: boolean }) => {
        waiting = progress
      },
      async stop() {
        clearInterval(timer)
        await last
      },
    }
  }

  async function untilTold(act: () => Promise<void>): Promise<void> {
    for (let left = tries; ; left--) {
      try {
        return await act()
      } catch (error) {
        if (left === 0 || isStopping) throw error
        await sleep(tryEvery)
      }
    }
  }

  async function look(): Promise<void> {
    if (isStopping) return
    looking ??= lookOnce()
      .catch(onTrouble)
      .finally(() => {
        looking = undefined
      })
    await looking
  }

  const every = plan.lookEvery ?? minute
  const timer = setInterval(() => void look(), every)
  const first = setTimeout(() => void look(), Math.min(every, soon))
  return {
    look,
    async stop() {
      isStopping = true
      clearInterval(timer)
      clearTimeout(first)
      await looking
      await writing?.stop()
      await making
    },
  }
}
