import { BrokenBackup, type Entry, readArchive } from './archive.ts'
import { Manifest, manifestName, Sums, sumsName, tableOfPiece } from './manifest.ts'
import { summing } from './row-checksum.ts'

export interface Verified {
  manifest: Manifest
  sums: Sums
}

/** Reads a backup to its end, and throws a sentence where it is not what was written. */
export async function verifyBackup(
  file: string,
  passphrase: string | null,
  onEntry: () => void = () => {},
): Promise<Verified> {
  let manifest: Manifest | undefined
  let sums: Sums | undefined
  const held = new Map<string, ReturnType<typeof summing>>()
  for await (const entry of readArchive(file, passphrase)) {
    const table = tableOfPiece(entry.name)
    onEntry()
    if (entry.name === manifestName) {
      manifest = parse(Manifest, entry, file)
      for (const { name } of manifest.tables) held.set(name, summing())
    } else if (entry.name === sumsName) sums = parse(Sums, entry, file)
    else if (table) held.get(table)?.add(entry.data)
    else throw new BrokenBackup(file, `nobody knows what ${entry.name} in it is`)
  }
  if (!manifest || !sums) throw new BrokenBackup(file, 'it does not say what it holds')
  for (const [table, summed] of held) {
    const { rows, sha256 } = summed.sum()
    const written = sums.tables[table]
    if (written?.sha256 !== sha256) {
      throw new BrokenBackup(
        file,
        `${table} holds ${rows} rows, and not the ${written?.rows ?? 0} that were written`,
      )
    }
  }
  return { manifest, sums }
}

function parse<Shape>(
  schema: { safeParse(value: unknown): { success: true; data: Shape } | { success: false } },
  { name, data }: Entry,
  file: string,
): Shape {
  let value: unknown
  try {
    value = JSON.parse(data.toString())
  } catch {
    throw new BrokenBackup(file, `${name} in it can't be read`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new BrokenBackup(file, `${name} in it is of another kind`)
  return parsed.data
}
