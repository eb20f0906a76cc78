import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/types.ts'
import type { SealKey } from './key.ts'
import { summaryOf } from './leaves.ts'
import { digestOf, type KeptSeal, lastSeal, lineOf, mostCovered, sealOf } from './seal.ts'
import { digestOfNames, type Names, namesBetween } from './staff-names.ts'

export interface SealingOptions {
  db: Database
  key: SealKey
  clock: () => Date
  signal?: AbortSignal
  /** Milliseconds to wait for transactions that are underway. */
  patience?: number
  /** The numbers that one seal covers at most. */
  mostCovered?: number
  /** The names of people in seals that this process made, which has each once. */
  sealedNames?: Map<string, string>
}

const usualPatience = 15_000

/** Seals all that is committed and not yet sealed, in one process at a time. */
export async function sealTrail(options: SealingOptions): Promise<void> {
  const { sealedNames = new Map<string, string>() } = options
  while (!options.signal?.aborted) {
    const { isAll, names } = await options.db
      .transaction()
      .execute((trx) => sealNext(trx, { ...options, sealedNames }))
    for (const [id, name] of names) sealedNames.set(id, name)
    if (isAll) return
  }
}

/** Answers whether nothing is left to be sealed, as far as this process can, and whom the seal names. */
async function sealNext(
  trx: Transaction<DB>,
  {
    key,
    clock,
    signal,
    patience = usualPatience,
    mostCovered: most = mostCovered,
    sealedNames,
  }: SealingOptions & { sealedNames: ReadonlyMap<string, string> },
): Promise<{ isAll: boolean; names: Names }> {
  const nothing = { isAll: true, names: [] }
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('lantern audit seals')) as mine
  `.execute(trx)
  if (!rows[0]?.mine) return nothing
  const last = await lastSeal(trx)
  const before = last && sealOf(last.line)
  if (last && !before) throw new Error(`Seal ${last.number} of the audit log can’t be read.`)
  const after = before?.until ?? 0
  const end = await settledEnd(trx, after, patience, signal)
  const until = Math.min(end, after + most)
  if (until <= after) return nothing
  const { months, leaves } = await summaryOf(trx, after, until)
  // Numbers that were taken and given up are no news; they are covered by the next seal.
  if (months.length === 0 && until === end) return nothing
  const number = (last?.number ?? 0) + 1
  const names = await namesBetween(trx, { after, until }, sealedNames)
  const keptNames = JSON.stringify(names)
  const line = lineOf({
    number,
    at: clock().toISOString(),
    after,
    until,
    months,
    previous: last ? digestOf(last.line) : null,
    key: key.public.id,
    all: until === end,
    names: digestOfNames(keptNames),
  })
  await keep(trx, { number, line, signature: key.sign(line), leaves, names: keptNames })
  return { isAll: until === end, names }
}

/**
 * A number below which nothing is added any more: the last one that was given out, once every transaction has ended that
 * can have been given one up to it. Each is numbered itself before it is given one (server/ground/db/tables/trail.sql), and so has a lower
 * number than this transaction, which is numbered after it looked. (The end of a snapshot says less: it lies behind the
 * last transaction that ended, and others that are underway can lie behind that.)
 */
async function settledEnd(
  trx: Transaction<DB>,
  after: number,
  patience: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const given = await sql<{ end: number }>`select last_value as end from audit_serial`.execute(trx)
  const end = given.rows[0]?.end ?? 0
  if (end <= after) return after
  const { rows } = await sql<{ horizon: string }>`
    select pg_current_xact_id()::text as horizon
  `.execute(trx)
  const until = performance.now() + patience
  for (let pause = 5; ; pause = Math.min(pause * 2, 500)) {
    const settled = await sql<{ yes: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.horizon}::xid8 as yes
    `.execute(trx)
    if (settled.rows[0]?.yes) return end
    // If anything delays it, the next minute tries again, and nothing is left out.
    if (performance.now() > until || signal?.aborted) return after
    await sleep(pause)
  }
}

async function keep(trx: Transaction<DB>, { number, line, signature, leaves, names }: KeptSeal) {
  await sql`
    insert into audit_seal (number, line, signature, leaves, names)
    values (${number}, ${line}, ${signature}, ${leaves}, ${names})
  `.execute(trx)
}
