import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/connect.ts'

/**
 * A seal of the rows with the numbers above `after`, up to `until`: the count of each month (UTC) and the root of the
 * tree of their leaves, in the order of their numbers. `previous` is the SHA-256 of the line before, so that nothing
 * can be taken out or put in between.
 */
const first = z.strictObject({
  lantern: z.literal('audit seal 1'),
  number: z.int().min(1),
  at: z.iso.datetime(),
  after: z.int().min(0),
  until: z.int().min(1),
  months: z.array(z.tuple([z.string(), z.int().min(1), z.hex().length(64)])),
  previous: z.hex().length(64).nullable(),
  key: z.string(),
})
/**
 * From here on rows lie in the time of their seal (record 59): after the last one that covered `all` that had been told.
 * `names` is the SHA-256 of what people are called.
 */
const second = first.extend({
  lantern: z.literal('audit seal 2'),
  all: z.boolean(),
  names: z.hex().length(64),
})
const Seal = z.discriminatedUnion('lantern', [first, second])
export type Seal = z.infer<typeof Seal>

/** A seal as it is kept: the line that was signed, and its signature. */
export interface SealRow {
  number: number
  line: string
  signature: string
}

export function lineOf(seal: Omit<z.infer<typeof second>, 'lantern'>): string {
  const { number, at, after, until, months, previous, key, all, names } = seal
  return JSON.stringify({
    lantern: 'audit seal 2',
    number,
    at,
    after,
    until,
    months,
    previous,
    key,
    all,
    names,
  })
}

/** Numbers that a seal covers at most: it takes a second or two. */
export const mostCovered = 100_000

/** From when on the rows of the next seals tell: after a pause there are several of the same time. */
export function sinceAfter(seal: Seal | null | undefined, since: string | undefined): string | undefined {
  if (!seal) return since
  const isAll = seal.lantern === 'audit seal 2' ? seal.all : seal.until - seal.after < mostCovered
  return isAll ? seal.at : since
}

/** Null where the line is no seal. */
export function sealOf(line: string): Seal | null {
  try {
    return Seal.parse(JSON.parse(line))
  } catch {
    return null
  }
}

export function digestOf(line: string): string {
  return hash('sha256', line)
}

/** As it is copied off the machine. */
export function copyOf({ line, signature }: SealRow): string {
  return `${line} ${signature}`
}

export function readCopy(text: string): Omit<SealRow, 'number'> | null {
  const space = text.lastIndexOf('} ') + 1
  return space > 0 ? { line: text.slice(0, space), signature: text.slice(space + 1).trim() } : null
}

export async function lastSeal(db: Database): Promise<SealRow | undefined> {
  const { rows } = await sql<SealRow>`
    select number, line, signature from audit_seal order by number desc limit 1
  `.execute(db)
  return rows[0]
}

/** When the oldest entry that the last seal does not cover was written; null if it covers all. */
export async function unsealedSince(db: Database, last?: SealRow): Promise<string | null> {
  const seal = last ?? (await lastSeal(db))
  const until = (seal && sealOf(seal.line)?.until) ?? 0
  const { rows } = await sql<{ at: string }>`
    select iso(at) as at from audit_entry where id > ${until} order by id limit 1
  `.execute(db)
  return rows[0]?.at ?? null
}

/** Seals read at a time: of a minute of heavy traffic one holds half a megabyte. */
const chunk = 50

/** A seal with the beginnings of its leaves, and the names that it tells. */
export interface KeptSeal extends SealRow {
  leaves: Buffer
  names: string | null
}

/** Every seal above a number, in their order, with what is kept beside it. */
export async function* sealsAfter(db: Database, number: number): AsyncGenerator<KeptSeal> {
  for (let last = number; ; ) {
    const { rows } = await sql<KeptSeal>`
      select number, line, signature, leaves, names from audit_seal where number > ${last} order by number limit ${chunk}
    `.execute(db)
    yield* rows
    last = rows.at(-1)?.number ?? last
    if (rows.length < chunk) return
  }
}
