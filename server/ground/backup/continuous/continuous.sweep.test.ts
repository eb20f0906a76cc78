import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { baseName, basesIn, makePlace, placeOf } from './archive-contents.ts'
import { startArchived } from './archiving.ts'
import { walIn } from './move-to-archive.ts'
import { live } from './prove.ts'
import { recover } from './recover.ts'

// Each restore lays out a thousand files, and starts PostgreSQL twice.
vi.setConfig({ testTimeout: 120_000 })
const { archive, moments, heldLast, restored, close } = await live(2, 300)
afterAll(close)
const [systemId = ''] = readdirSync(archive)
const place = placeOf(archive, systemId)
const last = moments.at(-1)?.at ?? new Date()

test('a hospital comes back as it was at any second, row by row, while the first goes on', async () => {
  const [first, second] = moments
  // A restored copy has written into the same archive.
  const branched = '1\t0/1000000\tbefore 2026-11-01 00:00:00+00\n'
  writeFileSync(join(place.wal, '00000002.history.zst'), zstdCompressSync(branched))
  expect(first?.held).not.toBe(second?.held)
  for (const { at, held } of moments) expect(await restored(at)).toBe(held)
})

test('after the disk has died, the last moment that the archive reaches needs no guess', async () => {
  expect(heldLast).not.toBe(moments.at(-1)?.held)
  expect(await restored('latest')).toBe(heldLast)
})

test('where the archive holds several databases, the one that is meant is named', async () => {
  const other = await makePlace(archive, '7001')
  onTestFinished(() => rmSync(other.directory, { recursive: true }))
  writeFileSync(
    join(
      other.bases,
      baseName({ at: new Date('2026-01-01T02:00:00Z'), firstWal: '000000010000000000000001' }),
    ),
    '',
  )
  const asked = { archive, directory: emptyDirectory(), to: last, settings: { fsync: 'off' } }
  await expect(recover(asked)).rejects.toThrow(
    new RegExp(`holds several databases: .*${systemId} .*Name the one that you mean with --system`),
  )
  await expect(recover({ ...asked, system: '7001' })).rejects.toThrow('is not a whole backup')
})

test('a second that the archive does not reach is refused, and nothing is left of it', async () => {
  await expect(restored(new Date('2001-01-01T00:00:00Z'))).rejects.toThrow(
    /^The archive in .* begins at 20.*; choose a later moment\.$/,
  )
  await expect(restored(new Date(Date.now() + 3_600_000))).rejects.toThrow(/^The archive does not reach 20/)
})

test('a restore that is broken off leaves nothing, and one that is whole is let write into no archive that is in use', async () => {
  const directory = emptyDirectory()
  const restoring = command(directory, '--to', last.toISOString(), '--archive', archive)
  await expect.poll(restoring.said, { timeout: 30_000, interval: 10 }).toContain('Laying out the base')
  restoring.child.kill('SIGINT')
  await restoring.ended
  expect(left(directory)).toEqual([])

  // A restore that was killed has left its draft.
  mkdirSync(join(directory, 'postgresql.draft-killed'))
  const whole = command(directory, '--to', last.toISOString(), '--archive', archive)
  expect(await whole.ended).toBe(0)
  expect(whole.said()).toContain('Everybody signs in again.')
  expect(whole.said()).toMatch(
    /Put back the key of the audit log's seals as well .*: it is not in the archive\./,
  )
  expect(left(directory)).toEqual(['owner-password', 'postgresql'])

  const before = [await walIn(place), await basesIn(place)]
  const told: string[] = []
  const onProgress = (sentence: string) => void told.push(sentence)
  const settings = { fsync: 'off' }
  const again = await startArchived(directory, { settings, onProgress }, { directory: archive, days: 14 })
  const owner = new pg.Client({ connectionString: again.ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query(`select changes from audit_entry where action = 'restoreBackup'`)
    expect(rows).toEqual([{ changes: { restoredTo: last.toISOString() } }])
    await expect
      .poll(() => told.join(), { timeout: 10_000 })
      .toContain('another hospital, restored from this archive')
  } finally {
    await owner.end()
    await again.stop().catch(() => {})
  }
  const ofTheCopy = (await walIn(place)).filter((name) => name.startsWith('00000003'))
  expect(ofTheCopy).toEqual([])
  expect(await basesIn(place)).toEqual(before[1])
})

test('a hospital has its place when all is done in it, and opens none that was moved aside', async () => {
  const directory = emptyDirectory()
  const password = join(directory, 'owner-password')
  writeFileSync(password, 'of the hospital that was moved aside')
  const asked = { archive, directory, to: last, settings: { fsync: 'off' } }
  await expect(recover(asked)).rejects.toThrow(`${password} is there, which alone opens the hospital`)
  expect(readFileSync(password, 'utf8')).toBe('of the hospital that was moved aside')
  rmSync(password)
  const finish = () => Promise.reject(new Error('the power went'))
  await expect(recover({ ...asked, finish })).rejects.toThrow('the power went')
  expect(left(directory)).toEqual([])
})

test('an archive that is not there yet keeps no hospital from its patients, and is begun as soon as it is', async () => {
  const late = join(emptyDirectory(), 'mounted later')
  const told: string[] = []
  const onProgress = (sentence: string) => void told.push(sentence)
  const started = await startArchived(
    emptyDirectory(),
    { settings: { fsync: 'off' }, onProgress },
    { directory: late, days: 14 },
  )
  try {
    await expect.poll(() => told.join()).toContain(`there is no directory ${late}`)
    mkdirSync(late)
    const begun = async () => {
      const [id = ''] = readdirSync(late)
      return id ? (await basesIn(placeOf(late, id))).length : 0
    }
    await expect.poll(begun, { timeout: 30_000 }).toBe(1)
  } finally {
    await started.stop()
  }
})

test('where another disk is mounted over what was carried, a new base is taken', async () => {
  const mounted = emptyDirectory()
  const settings = { fsync: 'off' }
  const started = await startArchived(emptyDirectory(), { settings }, { directory: mounted, days: 14 })
  try {
    const own = placeOf(mounted, readdirSync(mounted)[0] ?? '')
    const bases = async () => (await basesIn(own)).length
    await expect.poll(bases, { timeout: 30_000 }).toBe(1)
    for (const name of await walIn(own)) rmSync(join(own.wal, `${name}.zst`))
    await expect.poll(bases, { timeout: 30_000 }).toBe(2)
    // An empty archive gets a new base too.
    rmSync(own.directory, { recursive: true })
    const made = async () => (existsSync(own.bases) ? bases() : 0)
    await expect.poll(made, { timeout: 30_000 }).toBe(1)
  } finally {
    await started.stop()
  }
})

test('an archive of which a piece is missing, or a base was changed, gives no hospital', async () => {
  const [base] = await basesIn(place)
  const gone = (await walIn(place)).find((name) => base && name.slice(8) >= base.firstWal.slice(8)) ?? ''
  rmSync(join(place.wal, `${gone}.zst`))
  await expect(restored(last)).rejects.toThrow(/PostgreSQL did not start|does not reach/)
  writeFileSync(base?.file ?? '', 'no base any more')
  await expect(restored(last)).rejects.toThrow('is not a whole backup')
})

function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lantern-restored-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** The files in a data directory that belong to a hospital or to a draft of one. */
function left(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => /^(postgresql(?!\.log)|owner-password)/.test(name))
    .toSorted()
}

/** Runs `npm run restore` as at a terminal. */
function command(directory: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../restore-command.ts'), ...words], {
    env: { ...process.env, LANTERN_DATA: directory, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, said: () => said }
}
