import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { lawfulDrops } from './dropped-months.ts'
import type { PublicSealKey } from './key.ts'
import { lastRestore } from './restores.ts'
import { type Seal, type SealRow, sealOf, sinceAfter } from './seal.ts'
import type { Fault } from './seal-fault.ts'
import { checkRows, faultsOfSeal } from './verify.ts'

export interface Lately {
  seals: number
  rows: number
  faults: Fault[]
  /** The seals of another machine's key, from before a restore. Null if there are none. */
  beforeRestore: BeforeRestore | null
}

interface BeforeRestore {
  seals: number
  restoredAt: string
}

type ReadSeal = SealRow & { seal: Seal | null }

const day = 86_400_000
/** Minutes in a day, which is checked from the seal before it. */
const mostSeals = 1441
/** Rows that are held against their seals, the newest first: they take a fifth of a second. */
const mostRows = 20_000

/** Whether the last day holds, as far as can be told at once; the whole is for `npm run audit:verify`. */
export async function checkLately(db: Database, key: PublicSealKey, now: Date): Promise<Lately> {
  const { rows } = await sql<SealRow>`
    select number, line, signature from audit_seal
    where number > (select max(number) from audit_seal) - ${mostSeals} order by number
  `.execute(db)
  const seals = rows.map((row) => ({ ...row, seal: sealOf(row.line) }))
  const since = now.getTime() - day
  const first = seals.findIndex(({ seal }) => !seal || Date.parse(seal.at) >= since)
  const faults: Fault[] = []
  if (first < 0) return { seals: 0, rows: 0, faults, beforeRestore: null }
  // The oldest that is looked at has nothing to be compared with.
  const begin = seals[first]?.number === 1 ? 0 : Math.max(first, 1)
  const restored = await restoreBeforeKey(db, key, seals)
  for (let index = begin; index < seals.length; index++) {
    const row = seals[index]
    const isEarlier = restored !== null && index < restored.firstOwn
    if (row) faults.push(...faultsOfSeal(row, seals[index - 1], isEarlier ? null : [key]))
    if (index % 100 === 0) await others()
  }
  const sinces: (string | undefined)[] = [undefined]
  for (const { seal } of seals) sinces.push(sinceAfter(seal, sinces.at(-1)))
  let looked = 0
  for (let index = seals.length - 1; index >= begin; index--) {
    const seal = seals[index]?.seal
    if (!seal || looked + countOf(seal) > mostRows) break
    const covered = { seal, since: sinces[index], kept: await leavesOf(db, seal) }
    const checked = await checkRows(db, covered, lawfulDrops())
    faults.push(...checked.faults)
    looked += checked.rows
  }
  const earlier = restored ? restored.firstOwn - begin : 0
  return {
    seals: seals.length - begin,
    rows: looked,
    faults,
    beforeRestore: restored && earlier > 0 ? { seals: earlier, restoredAt: restored.at } : null,
  }
}

/**
 * A hospital that was restored without its key has another one from then on. The first seal of this machine's key covers
 * the entry of the restore, and holds all seals before it, as each holds the one before: only their signatures can't be
 * checked here. Null if there was no such restore, so that each seal of another key is a fault. It is null too on a machine
 * whose key made the oldest seal, because its first seal is older than any other key.
 */
async function restoreBeforeKey(
  db: Database,
  key: PublicSealKey,
  seals: readonly ReadSeal[],
): Promise<{ firstOwn: number; at: string } | null> {
  const own = seals.findIndex(({ seal }) => seal?.key === key.id)
  // Until the first seal with this key is made, the restore is not sealed yet.
  const firstOwn = own < 0 ? seals.length : own
  const after = seals[firstOwn - 1]?.seal?.until
  if (after === undefined) return null
  const restore = await lastRestore(db, { after, until: seals[firstOwn]?.seal?.until })
  if (!restore || (await oldestKey(db)) === key.id) return null
  return { firstOwn, at: restore.at }
}

/** The id of the key that made the oldest seal. */
async function oldestKey(db: Database): Promise<string | undefined> {
  const { rows } = await sql<SealRow>`
    select number, line, signature from audit_seal order by number limit 1
  `.execute(db)
  return rows[0] && sealOf(rows[0].line)?.key
}

function countOf({ months }: Seal): number {
  return months.reduce((sum, [, count]) => sum + count, 0)
}

async function leavesOf(db: Database, { number }: Seal): Promise<Buffer> {
  const { rows } = await sql<{ leaves: Buffer }>`
    select leaves from audit_seal where number = ${number}
  `.execute(db)
  return rows[0]?.leaves ?? Buffer.alloc(0)
}
