import { mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openAsOwner } from '../db/embedded/owner.ts'
import { publicKeyIn } from '../seals/key.ts'
import { readConfig } from '../start/config.ts'
import { notAllowedIn, PlainRefusal } from '../start/plain-refusal.ts'
import { readPassphrase } from './encryption.ts'
import { fileNameAt } from './file-name.ts'
import { countOf, runCommand } from './run-command.ts'
import { takeBackup } from './take.ts'
import { verifyBackup } from './verify.ts'

/** `npm run backup`: 0 where the backup is there and whole, 1 where there is none. */

const usage = `npm run backup -- [--database postgresql://…] [FILE or DIRECTORY]
npm run backup -- --verify FILE

Writes all that the hospital is into one file, while Lantern runs or not. Without a place it is put below BACKUP_DIRECTORY,
or ./backups. The name of a file in a directory is made of the time; one that you name ends in .tar.zst, or .tar.zst.age.

  --database    the database, as its owner; without it DATABASE_URL, or else Lantern's own in LANTERN_DATA
  --verify      reads a backup to its end and says what it holds, or that it is not whole

BACKUP_PASSPHRASE_FILE names a file with a passphrase: the backup is encrypted by it, in the age format.`

await runCommand(usage, async (words) => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { database: { type: 'string' }, verify: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return usage
  const { isDemo, ...config } = readConfig(process.env, words)
  const passphrase = config.backup.passphraseFile ? readPassphrase(config.backup.passphraseFile) : null
  if (values.verify) {
    const { manifest, sums } = await verifyBackup(values.verify, passphrase)
    return `${values.verify} is whole: ${manifest.hospital} as it was at ${manifest.takenAt}, ${countOf(sums)}.`
  }
  const places = positionals.filter((word) => !(isDemo && word === 'demo'))
  if (places.length > 1) throw new PlainRefusal('Name one place for the backup.')
  const file = fileAt(places[0] ?? config.backup.directory ?? ownPlace(), passphrase !== null)
  const database = await openAsOwner(values.database ?? config.databaseUrl, config.dataDirectory)
  try {
    const auditKey = publicKeyIn(config.auditKeyFile)?.text ?? null
    const { manifest, sums } = await takeBackup(database.url, { file, passphrase, auditKey })
    return [
      `${file} holds ${manifest.hospital} as it was at ${manifest.takenAt}: ${countOf(sums)}.`,
      ...(auditKey
        ? [`The key that seals the audit log is not in it; keep a copy of ${config.auditKeyFile} elsewhere.`]
        : []),
      ...(passphrase === null ? ['It is not encrypted: who has the file can read every record.'] : []),
    ].join('\n')
  } finally {
    await database.close()
  }
})

/** Beside the data, which is better than nothing; a place that is not there where it was named is not made. */
function ownPlace(): string {
  try {
    mkdirSync('backups', { recursive: true, mode: 0o700 })
  } catch {
    throw notAllowedIn(resolve('backups'), 'BACKUP_DIRECTORY')
  }
  return 'backups'
}

/** A file is called one. Anything else is a directory, and one that is not mounted does not become a file on this disk. */
function fileAt(place: string, isSecret: boolean): string {
  const path = resolve(place)
  if (/\.tar\.zst(\.age)?$/.test(path)) return path
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new PlainRefusal(
      `There is no directory ${path}; make it, or mount what belongs there, or name a file that ends in .tar.zst.`,
    )
  }
  return join(path, fileNameAt(new Date(), isSecret))
}
