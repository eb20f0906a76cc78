import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { ImportKind, ImportState } from '../../../contract/people/imports/imports.ts'
import { again } from '../../ground/db/again.ts'
import type { Database } from '../../ground/db/connect.ts'
import { troubleOf } from '../../ground/db/trouble.ts'
import type { DB } from '../../ground/db/types.ts'
import type { StartWorker } from '../../ground/jobs/worker.ts'
import { checkStep } from './check.ts'
import { commitStep } from './commit.ts'
import { kinds } from './kinds.ts'
import { readFile, UnreadableFile } from './read-file.ts'
import type { StepContext, StepDone, WorkingBatch } from './step.ts'
import { undoStep } from './undo.ts'

type Step = (context: StepContext) => Promise<StepDone>

const read: Step = async ({ trx, batch }) => {
  await readFile(trx, batch)
  return { isOver: true }
}
const steps: Readonly<Partial<Record<ImportState, Step>>> = {
  READING: read,
  CHECKING: checkStep,
  COMMITTING: commitStep,
  UNDOING: undoStep,
}

/** The state in which a batch is left that can't be worked on, whatever is tried. */
const leftAs: Readonly<Partial<Record<ImportState, ImportState>>> = {
  READING: 'UNREADABLE',
  CHECKING: 'READ',
  COMMITTING: 'STOPPED',
  UNDOING: 'STOPPED',
}

/** Milliseconds between looks for work that another process left undone; new work is announced. */
const lookEvery = 30_000
/** After the start: waiting requests come first. */
const soon = 500
const tryAgain = 2000
/** Another process has the batch, or somebody moved it on. */
const takenPause = 300
const mostTries = 5
/** Lists hear of added records at most this often. */
const tellListsEvery = 5000
/** Milliseconds for which a server that stops waits for a step. */
const longestStop = 5000
/** The part of the time in which the desk has the database to itself. */
const rest = 1 / 3

async function nextBatch(db: Database): Promise<{ id: string; state: ImportState } | undefined> {
  const { rows } = await sql<{ id: string; state: ImportState }>`
    select id, state from import_batch where state in ('READING', 'CHECKING', 'COMMITTING', 'UNDOING')
    order by state <> 'READING', updated_at limit 1
  `.execute(db)
  return rows[0]
}

/** The batch as it is, locked for a step; nothing where another process has it, or it has moved on. */
async function takeBatch(trx: Transaction<DB>, id: string, state: ImportState) {
  const { rows } = await sql<WorkingBatch>`
    select id, kind, state, mapping, columns, next_line as "nextLine", worked_by as "workedBy"
    from import_batch where id = ${id} and state = ${state} for no key update skip locked
  `.execute(trx)
  return rows[0]
}

/**
 * Works through imports, step by step, each a transaction that says where the next one begins: a process that ends in the
 * middle leaves no row half done, and any process goes on (record 98). Those who change a batch wait for a step at most.
 */
export const startImportWorker: StartWorker = ({ db, changes, clock, onTrouble }) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let working: Promise<void> | undefined
  let isAskedAgain = false
  let failures = 0
  let lastTold = Number.NEGATIVE_INFINITY

  const pause = (millis: number) => sleep(millis, undefined, { signal }).catch(() => {})

  async function workThrough(): Promise<void> {
    for (;;) {
      isAskedAgain = false
      const batch = signal.aborted ? undefined : await nextBatch(db)
      if (!batch) {
        if (!isAskedAgain) return
        continue
      }
      const began = performance.now()
      const done = await stepOf(batch)
      if (done === 'taken') await pause(takenPause)
      else await pause((performance.now() - began) * (rest / (1 - rest)))
    }
  }

  async function stepOf({ id, state }: { id: string; state: ImportState }) {
    try {
      const done = await step(id, state, false).catch(async (error: unknown) => {
        // Class 23: a constraint of one of the rows.
        if (!isRefusedRow(error)) throw error
        return step(id, state, true)
      })
      failures = 0
      return done ? 'done' : 'taken'
    } catch (error) {
      if (error instanceof UnreadableFile) {
        await leave(id, state, error.message)
        return 'done'
      }
      onTrouble(error)
      const isPassing = troubleOf(error) !== null
      if (!isPassing && ++failures >= mostTries) {
        failures = 0
        await leave(
          id,
          state,
          'Something went wrong. Try again, and tell your IT support if it happens again.',
        )
        return 'done'
      }
      await pause(tryAgain)
      return 'done'
    }
  }

  async function step(id: string, state: ImportState, isOneByOne: boolean): Promise<boolean> {
    const act = steps[state]
    if (!act) throw new Error(`nothing is done with an import that is ${state}`)
    let kind: ImportKind | undefined
    const done = await again(() =>
      db.transaction().execute(async (trx) => {
        const batch = await takeBatch(trx, id, state)
        if (!batch) return undefined
        kind = batch.kind
        return act({ trx, batch, now: clock(), isOneByOne })
      }),
    )
    if (done?.lists && kind && (done.isOver || performance.now() - lastTold >= tellListsEvery)) {
      lastTold = performance.now()
      await kinds[kind].tellLists(db, id, done.lists)
    }
    return done !== undefined
  }

  async function leave(id: string, state: ImportState, words: string): Promise<void> {
    await sql`
      update import_batch set state = ${leftAs[state]}, problem_words = ${words}, worked_since = null
      where id = ${id} and state = ${state}
    `.execute(db)
    if (state === 'READING') await sql`delete from import_part where batch_id = ${id}`.execute(db)
  }

  function look(): void {
    isAskedAgain = true
    if (signal.aborted) return
    working ??= workThrough()
      .catch(onTrouble)
      .finally(() => {
        working = undefined
      })
  }

  const unsubscribe = [changes.onChange(({ noun }) => noun === 'import' && look()), changes.onGap(look)]
  const timer = setInterval(look, lookEvery)
  const first = setTimeout(look, soon)
  return {
    async stop() {
      stopping.abort()
      clearInterval(timer)
      clearTimeout(first)
      for (const one of unsubscribe) one()
      // A database that fell silent keeps no server open; a step that is cut off leaves nothing half done.
      await Promise.race([working, sleep(longestStop, undefined, { ref: false })])
    },
  }
}

function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
