import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../db/embedded.ts'
import { checkExternal, explainExternal } from '../db/external.ts'
import { type Config, readConfig } from '../start/config.ts'
import { PlainRefusal } from '../start/plain-refusal.ts'
import { endWhatIsOver } from './after-restore.ts'
import { recover } from './continuous/recover.ts'
import { readPassphrase } from './encryption.ts'
import { restoreBackup } from './restore.ts'
import { countOf, runCommand } from './run-command.ts'

/** `npm run restore`: 0 where the hospital is as the backup has it, 1 where nothing was changed. */

const usage = `npm run restore -- [--database postgresql://…] [--overwrite NAME] FILE
npm run restore -- --to MOMENT [--archive DIRECTORY] [--system ID]

Makes a hospital what a backup says, and brings it to this version; or, with --to, what it was at a second, from the
archive. Lantern must be stopped. All of it is restored, or nothing is changed.

  --database    the database, as its owner; without it DATABASE_URL, or else Lantern's own in LANTERN_DATA
  --overwrite   the name of the hospital that is there: it is lost
  --to          such as 2026-11-22T10:15:30Z, or latest; LANTERN_DATA must be without a hospital
  --archive     where the archive is; without it ARCHIVE_DIRECTORY
  --system      which database, where the archive holds several

BACKUP_PASSPHRASE_FILE names a file with the passphrase of an encrypted backup.`

const print = (sentence: string) => console.log(sentence)

await runCommand(usage, async (words) => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      database: { type: 'string' },
      overwrite: { type: 'string' },
      to: { type: 'string' },
      archive: { type: 'string' },
      system: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return usage
  const config = readConfig(process.env, words)
  const [file, ...more] = positionals.filter((word) => !(config.isDemo && word === 'demo'))
  if (values.to !== undefined) {
    refuseBeside('--to', { '--database': values.database, '--overwrite': values.overwrite, FILE: file })
    return restoreTo(values.to, values, config)
  }
  refuseBeside('a FILE', { '--archive': values.archive, '--system': values.system })
  if (!file || more.length > 0) throw new PlainRefusal('Name one backup: npm run restore -- FILE')
  return restoreFile(file, { ...values, config })
})

/** Refuses an option that the chosen way of restoring would ignore, because the user relies on it. */
function refuseBeside(way: string, others: Readonly<Record<string, string | undefined>>): void {
  const [other] = Object.entries(others).find(([, said]) => said !== undefined) ?? []
  if (other) throw new PlainRefusal(`A restore with ${way} takes no ${other}; leave one of them out.`)
}

async function restoreFile(
  file: string,
  { config, ...values }: { config: Config; database?: string; overwrite?: string },
): Promise<string> {
  const passphrase = config.backup.passphraseFile ? readPassphrase(config.backup.passphraseFile) : null
  const database = await openTarget(values.database ?? config.databaseUrl, config.dataDirectory)
  try {
    const { manifest, sums } = await restoreBackup(database.url, {
      file,
      passphrase,
      overwrite: values.overwrite,
      onProgress: print,
    })
    return [
      `${manifest.hospital} is as it was at ${manifest.takenAt}: ${countOf(sums)}, each read back. Everybody signs in again.`,
      'Of what was done since the backup nothing is left: who left or changed a password since, can sign in as before.',
      ...(manifest.auditKey
        ? [
            `Put back the key of the audit log's seals as well (${config.auditKeyFile}). The log is proved by:`,
            `  npm run audit:verify -- --public-key ${manifest.auditKey}`,
          ]
        : []),
    ].join('\n')
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.close()
  }
}

/** The database to restore into: one's own, or Lantern's, made where there is none. */
async function openTarget(url: string | null, directory: string) {
  if (url) {
    const address = await checkExternal(url)
    return {
      url: address,
      close: async () => {},
      explain: (error: unknown) => explainExternal(error, address),
    }
  }
  const started = await startEmbedded(directory, { onProgress: print })
  return { url: started.ownerUrl, close: () => started.stop(), explain: (error: unknown) => error }
}

async function restoreTo(
  moment: string,
  { archive: from, system }: { archive?: string; system?: string },
  config: Config,
): Promise<string> {
  const archive = from ?? config.archive?.directory
  const to = moment === 'latest' ? moment : new Date(moment)
  if (to !== 'latest' && (Number.isNaN(to.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(moment))) {
    throw new PlainRefusal(
      `${moment} is no moment; write it with its time zone, such as 2026-11-22T10:15:30Z or 2026-11-22T15:45:30+05:30, or latest.`,
    )
  }
  if (!archive) throw new PlainRefusal('Name the archive with ARCHIVE_DIRECTORY or --archive.')
  if (config.databaseUrl) {
    throw new PlainRefusal('A moment is restored into LANTERN_DATA alone; leave DATABASE_URL out.')
  }
  let restored = { hospital: '', at: '' }
  const finish = async (ownerUrl: string) => {
    restored = await endIn(ownerUrl, to)
  }
  await recover({ archive, directory: config.dataDirectory, to, system, onProgress: print, finish })
  return [
    `${restored.hospital}, in ${config.dataDirectory}, is as it was at ${restored.at}. Everybody signs in again.`,
    ...(existsSync(config.auditKeyFile)
      ? []
      : [
          `Put back the key of the audit log's seals as well (${config.auditKeyFile}): it is not in the archive.`,
        ]),
  ].join('\n')
}

/** Ends there what is over. Answers whose hospital it is, and as of when: of the latest moment, its last transaction's. */
async function endIn(ownerUrl: string, to: Date | 'latest'): Promise<{ hospital: string; at: string }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ hospital: string; last: Date | null }>(
      'select name as hospital, pg_last_xact_replay_timestamp() as last from hospital',
    )
    const at = (to === 'latest' ? (rows[0]?.last ?? new Date()) : to).toISOString()
    await endWhatIsOver(client, { restoredTo: at })
    await client.query('commit')
    return { hospital: rows[0]?.hospital ?? '', at }
  } finally {
    await client.end()
  }
}
