import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { checkCopy } from './check-copy.ts'
import { type Drops, lawfulDrops } from './dropped-months.ts'
import type { PublicSealKey } from './key.ts'
import { type Leaf, readLeaves, summaryOf } from './leaves.ts'
import { leafHash } from './merkle.ts'
import { lastRestore } from './restores.ts'
import { digestOf, type Seal, type SealRow, sealOf, sealsAfter, sinceAfter } from './seal.ts'
import type { Fault } from './seal-fault.ts'
import { checkingNames } from './staff-names.ts'
import { checkSightings, checkStrays } from './uncovered-rows.ts'

export interface VerifyOptions {
  keys: readonly PublicSealKey[]
  /** A key that a restored copy made: its signature counts from the seal that covers the restore. */
  keySinceRestore?: PublicSealKey | null
  /** Lines of a copy that lay elsewhere. */
  copy?: AsyncIterable<string> | Iterable<string>
  /** Told now and then how far it has come. */
  onProgress?: (seals: number) => void
}

export interface Verified {
  seals: number
  rows: number
  /** When the last seal was made. */
  sealedAt: string | null
  /** Rows that were told after it. */
  unsealed: number
  copied: number
  /** Months that the hospital keeps no longer. */
  dropped: string[]
  faults: Fault[]
}

/** More faults than these tell nothing new. */
export const mostFaults = 100

/**
 * Proves that what is sealed is as it was: nothing changed, removed, put in between or put in another order. Each seal is
 * held against the key, the one before it and the rows that it covers; all of them against the copy.
 */
export async function verifyTrail(
  db: Database,
  { keys, keySinceRestore = null, copy, onProgress = () => {} }: VerifyOptions,
): Promise<Verified> {
  const faults: Fault[] = []
  const drops = lawfulDrops()
  const names = checkingNames(db)
  let seals = 0
  let rows = 0
  let before: (SealRow & { seal: Seal | null }) | undefined
  let end = 0
  let since: string | undefined
  const restore = keySinceRestore && (await lastRestore(db))
  const keysOf = (seal: Seal | null) =>
    seal && keySinceRestore && restore && seal.until >= restore.id ? [...keys, keySinceRestore] : keys
  for await (const row of sealsAfter(db, Number.MIN_SAFE_INTEGER)) {
    if (faults.length >= mostFaults) break
    const seal = sealOf(row.line)
    faults.push(...faultsOfSeal({ ...row, seal }, before, keysOf(seal)))
    if (seal) {
      const covered = { seal, since, kept: row.leaves }
      const checked = await checkRows(db, covered, drops)
      faults.push(...checked.faults, ...names.look(seal, row.names))
      rows += checked.rows
      end = Math.max(end, seal.until)
    }
    since = sinceAfter(seal, since)
    before = { ...row, seal }
    seals++
    onProgress(seals)
  }
  faults.push(...drops.faults())
  if (faults.length < mostFaults) {
    faults.push(...(await checkStrays(db, end)), ...(await checkSightings(db)), ...(await names.faults()))
  }
  const copied = copy ? await checkCopy(db, copy, keys) : { lines: 0, faults: [] }
  faults.push(...copied.faults)
  return {
    seals,
    rows,
    sealedAt: before?.seal?.at ?? null,
    unsealed: await countAfter(db, end),
    copied: copied.lines,
    dropped: drops.months(),
    faults: faults.slice(0, mostFaults),
  }
}

/** Whether a seal is signed, and follows the one before it. Without keys its signature is not checked. */
export function faultsOfSeal(
  { number, line, signature, seal }: SealRow & { seal: Seal | null },
  before: (SealRow & { seal: Seal | null }) | undefined,
  keys: readonly PublicSealKey[] | null,
): Fault[] {
  const fault = (says: string): Fault[] => [
    { at: seal?.at ?? null, serial: null, says: `Seal ${number} ${says}.` },
  ]
  if (!seal || seal.number !== number) return fault('was changed')
  if (keys) {
    const key = keys.find(({ id }) => id === seal.key)
    if (!key) return fault(`is signed with another key (${seal.key})`)
    if (!key.holds(line, signature)) return fault('was changed: its signature does not hold')
  }
  if (number !== (before?.number ?? 0) + 1) {
    return fault(before ? `does not follow seal ${before.number}: seals were removed` : 'is not the first')
  }
  const follows = seal.previous === (before ? digestOf(before.line) : null)
  if (!follows || seal.after !== (before?.seal?.until ?? 0)) return fault('does not follow the one before it')
  return []
}

interface Checked {
  rows: number
  faults: Fault[]
}

/** Milliseconds by which a row may be told late, or a clock be wrong. */
const lateness = 3_600_000

/** Whether a row tells of the time between two seals; those of before record 59 did not promise it. */
function isInTime({ text }: Leaf, seal: Seal, since: string | undefined): boolean {
  if (seal.lantern === 'audit seal 1') return true
  const at = Date.parse(/^\["\w+", ?\d+, ?"([^"]+)"/.exec(text)?.[1] ?? '')
  return at <= Date.parse(seal.at) + lateness && (since === undefined || at >= Date.parse(since) - lateness)
}

/** Whether the rows that a seal covers are those that it covered, and tell of its time. */
export async function checkRows(
  db: Database,
  { seal, since, kept }: { seal: Seal; since: string | undefined; kept: Buffer },
  drops: Drops,
): Promise<Checked> {
  const expected = readLeaves(kept, seal.after)
  const unlike: Fault[] = []
  const untimely: Fault[] = []
  const found = new Set<number>()
  let rows = 0
  const note = (serial: number, says: string) => unlike.push({ at: seal.at, serial, says })
  const look = (leaf: Leaf) => {
    const { serial, text } = leaf
    rows++
    if (found.has(serial)) note(serial, `A second row has the number ${serial}.`)
    found.add(serial)
    const beginning = expected.get(serial)
    if (beginning === undefined) note(serial, `Row ${serial} was added after its minute was sealed.`)
    else if (beginning !== leafHash(text).toString('hex', 0, 4)) note(serial, `${nameOf(leaf)} was changed.`)
    else {
      drops.look(leaf, seal)
      if (!isInTime(leaf, seal, since)) {
        const says = `${nameOf(leaf)} tells of another time than that in which it was added.`
        untimely.push({ at: seal.at, serial, says })
      }
    }
  }
  const { months, leaves } = await summaryOf(db, seal.after, seal.until, look)
  const left = new Map(months.map((month) => [month[0], month]))
  let isWhole = true
  let dropped = 0
  for (const [month, count, root] of seal.months) {
    const now = left.get(month)
    left.delete(month)
    if (now?.[1] === count && now[2] === root) continue
    if (!now) {
      // Whether that was lawful is known when all was read.
      drops.missing(month, seal)
      dropped += count
    } else isWhole = false
  }
  isWhole &&= left.size === 0
  if (isWhole && dropped === 0) {
    if (leaves.equals(kept)) return { rows, faults: untimely }
    return {
      rows,
      faults: [
        { at: seal.at, serial: null, says: `What seal ${seal.number} keeps of its rows was changed.` },
      ],
    }
  }
  if (isWhole) return { rows, faults: untimely }
  if (dropped === 0) {
    for (const serial of expected.keys()) {
      if (!found.has(serial)) note(serial, `Row ${serial} was removed.`)
    }
  }
  unlike.push(...untimely)
  if (unlike.length > 0) return { rows, faults: unlike }
  const says = `What seal ${seal.number} covers is not what it was; which row can’t be told.`
  return { rows, faults: [{ at: seal.at, serial: null, says }] }
}

/** 'Entry 17 (editPatient)', 'Sight 18' */
function nameOf({ serial, text }: Leaf): string {
  const [kind, , , , action]: unknown[] = JSON.parse(text)
  return kind === 'entry' ? `Entry ${serial} (${String(action)})` : `Row ${serial} (${String(kind)})`
}

async function countAfter(db: Database, end: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from audit_entry where id > ${end})
      + (select count(*) from audit_sight where serial > ${end})
      + (select count(*) from audit_following where serial > ${end})
      + (select count(*) from audit_unfollowing where serial > ${end}) as n
  `.execute(db)
  return rows[0]?.n ?? 0
}
