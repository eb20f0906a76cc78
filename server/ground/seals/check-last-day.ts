import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { lawfulDrops } from './drops.ts'
import type { Fault } from './fault.ts'
import type { PublicSealKey } from './key.ts'
import { type Seal, type SealRow, sealOf, sinceAfter } from './seal.ts'
import { checkRows, faultsOfSeal } from './verify.ts'

export interface Lately {
  seals: number
  rows: number
  faults: Fault[]
}

const day = 86_400_000
/** A day has so many minutes, and is looked at from the seal before it. */
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
  if (first < 0) return { seals: 0, rows: 0, faults }
  // The oldest that is looked at has nothing to be compared with.
  const begin = seals[first]?.number === 1 ? 0 : Math.max(first, 1)
  for (let index = begin; index < seals.length; index++) {
    const row = seals[index]
    if (row) faults.push(...faultsOfSeal(row, seals[index - 1], [key]))
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
  return { seals: seals.length - begin, rows: looked, faults }
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
