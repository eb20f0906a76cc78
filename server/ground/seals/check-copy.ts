import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { PublicSealKey } from './key.ts'
import { readCopy, type Seal, type SealRow, sealOf } from './seal.ts'
import type { Fault } from './seal-fault.ts'

/** Lines held against the database at once. */
const chunk = 500

/** Whether all that a copy holds is in the database, as it was: what was removed from the end is found by it alone. */
export async function checkCopy(
  db: Database,
  copy: AsyncIterable<string> | Iterable<string>,
  keys: readonly PublicSealKey[],
): Promise<{ lines: number; faults: Fault[] }> {
  const faults: Fault[] = []
  let lines = 0
  let waiting: CopiedSeal[] = []
  const settle = async () => {
    faults.push(...(await missingOf(db, waiting)))
    waiting = []
  }
  for await (const text of copy) {
    if (text.trim() === '') continue
    lines++
    const read = readCopy(text)
    const seal = read && sealOf(read.line)
    const key = keys.find(({ id }) => id === seal?.key)
    if (!read || !seal || !key?.holds(read.line, read.signature)) {
      faults.push({
        at: seal?.at ?? null,
        serial: null,
        says: `Line ${lines} of the copy is no seal of this hospital.`,
      })
    } else waiting.push({ ...read, seal })
    if (waiting.length >= chunk) await settle()
  }
  await settle()
  return { lines, faults }
}

interface CopiedSeal extends Omit<SealRow, 'number'> {
  seal: Seal
}

async function missingOf(db: Database, copied: readonly CopiedSeal[]): Promise<Fault[]> {
  const numbers = copied.map(({ seal }) => seal.number)
  const { rows } = await sql<SealRow>`
    select number, line, signature from audit_seal where number = any (${numbers}::bigint[])
  `.execute(db)
  const kept = new Map(rows.map((row) => [row.number, row]))
  return copied.flatMap(({ seal: { number, at }, line }) => {
    const row = kept.get(number)
    if (row?.line === line) return []
    const says = row
      ? `Seal ${number} is another one than in the copy.`
      : `Seal ${number} is in the copy and was removed from the database.`
    return [{ at, serial: null, says }]
  })
}
