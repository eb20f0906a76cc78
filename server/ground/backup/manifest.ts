import { z } from 'zod'

/** The beginning of a backup: its hospital, its time and the shape of its rows. */
export const Manifest = z.object({
  format: z.int(),
  /** When it was as the rows say, by the database's own clock. */
  takenAt: z.iso.datetime(),
  hospital: z.string(),
  postgres: z.string(),
  /** The names in the table `migration`, which define the schema. */
  migrations: z.array(z.string().regex(/^[\w./-]{1,100}$/)),
  /** The months into which the trail was cut, yyyy-mm-dd. */
  months: z.array(z.iso.date()),
  /** The public half of the key that seals the audit log. */
  auditKey: z.string().nullable(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
/** The format that this version writes, and the newest that it reads. */
export const format = 1
export type Manifest = z.infer<typeof Manifest>

/** The checksum of a table's rows, as COPY writes them, in their order. */
export const Sum = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })
export type Sum = z.infer<typeof Sum>

/** The end of a backup. */
export const Sums = z.object({
  tables: z.record(z.string(), Sum),
  /** The last number that each sequence gave out; null where it gave none. */
  sequences: z.record(z.string(), z.string().nullable()),
})
export type Sums = z.infer<typeof Sums>

export const manifestName = 'lantern-backup.json'
export const sumsName = 'sums.json'
/** The hash of all that stands before it. */
export const wholeName = 'sha256'

/** The name of a piece of a table's rows; pieces are cut by size, not at the end of a row. */
export function pieceName(table: string, number: number): string {
  return `rows/${table}/${String(number).padStart(6, '0')}`
}

export function tableOfPiece(name: string): string | null {
  return /^rows\/(.+)\/\d{6,}$/.exec(name)?.[1] ?? null
}
