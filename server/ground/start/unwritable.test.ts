import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

function claiming(directory: string): string {
  return `
    const { claimDirectory } = await import(${module('../db/embedded/claim.ts')})
    claimDirectory(${JSON.stringify(directory)})`
}

/** Where data, backups and the archive are made, as a start or a command does it, in a process of its own. */
const makers = [
  {
    what: 'data',
    setting: 'LANTERN_DATA',
    make: claiming,
  },
  {
    what: 'data that are not there yet',
    setting: 'LANTERN_DATA',
    below: 'data',
    make: claiming,
  },
  {
    what: 'an archive',
    setting: 'ARCHIVE_DIRECTORY',
    make: (directory: string) => `
      const { makePlace } = await import(${module('../backup/continuous/archive-contents.ts')})
      await makePlace(${JSON.stringify(directory)}, '7001')`,
  },
  {
    what: 'backups',
    setting: 'BACKUP_DIRECTORY',
    make: (directory: string) => `
      const { checkPlace } = await import(${module('../backup/nightly/check-directory.ts')})
      await checkPlace({ directory: ${JSON.stringify(directory)} })`,
  },
  {
    what: 'a backup by hand',
    setting: 'BACKUP_DIRECTORY',
    make: (directory: string) => `
      const { writeArchive } = await import(${module('../backup/archive.ts')})
      await writeArchive(${JSON.stringify(`${directory}/hospital.tar.zst`)}, null, async () => {})`,
  },
]
/** A mount of its own, as services of systemd and containers have them. */
const readOnly = (directory: string) => [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-euc',
  'mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"; exec "$@"',
  directory,
]
const isRoot = process.getuid?.() === 0
const hasMounts = spawnSync('unshare', [...readOnly(tmpdir()).slice(1), 'true']).status === 0

describe.each(makers)('$what', ({ setting, make, below = '' }) => {
  // Accounts may be kept from mounts, and other systems than Linux have none of this kind.
  test.skipIf(!hasMounts)(
    'where nothing can be written is refused in a sentence that says how to allow it',
    () => {
      const parent = directoryOf({ mode: 0o700 })
      const directory = join(parent, below)
      expect(said(make(directory), readOnly(parent))).toBe(
        `PlainRefusal ${directory} is read-only for Lantern; under systemd name it in ReadWritePaths= of the service, in a container mount a volume there, or choose another directory with ${setting}.\n`,
      )
    },
  )

  test.skipIf(isRoot && !hasMounts)(
    'in a directory of another account is refused in a sentence that says whose it has to be',
    () => {
      const directory = join(directoryOf({ mode: 0o555, ...(isRoot && { account: 65_534 }) }), below)
      // Root may write everywhere, but for where it is nobody.
      expect(said(make(directory), isRoot ? ['unshare', '--user'] : [])).toMatch(
        `PlainRefusal Lantern may not read and write ${directory}; start it as the account that owns that directory`,
      )
    },
  )
})

function module(path: string): string {
  return JSON.stringify(import.meta.resolve(path))
}

function directoryOf({ mode, account }: { mode: number; account?: number }): string {
  const directory = mkdtempSync(join(tmpdir(), 'lantern-unwritable-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  if (account !== undefined) chownSync(directory, account, account)
  chmodSync(directory, mode)
  return directory
}

function said(program: string, around: string[]): string {
  const text = `try { ${program} } catch (error) { console.log(error.name, error.message) }`
  const [first = '', ...words] = [...around, process.execPath, '--input-type=module', '--eval', text]
  const { stdout, stderr } = spawnSync(first, words)
  return `${stdout}${stderr}`
}
