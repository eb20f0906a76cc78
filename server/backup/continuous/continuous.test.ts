import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { prune } from './archiving.ts'
import { walIn } from './carry.ts'
import { baseName, basesIn, makePlace, placeOf } from './place.ts'
import { live } from './prove.ts'

// Each restore lays out a thousand files, and starts PostgreSQL twice.
vi.setConfig({ testTimeout: 120_000 })
const { archive, moments, restored, close } = await live(2, 300)
afterAll(close)

test('a hospital comes back as it was at any second, row by row, while the first goes on', async () => {
  const [first, second] = moments
  expect(first?.held).not.toBe(second?.held)
  for (const { at, held } of moments) expect(await restored(at)).toBe(held)
})

test('a second that the archive does not reach is refused, and nothing is left of it', async () => {
  await expect(restored(new Date('2001-01-01T00:00:00Z'))).rejects.toThrow(
    /^The archive in .* begins at 20.*; choose a later moment\.$/,
  )
  await expect(restored(new Date(Date.now() + 3_600_000))).rejects.toThrow(/^The archive does not reach 20/)
})

test('an archive of which a piece is missing, or a base was changed, gives no hospital', async () => {
  const [systemId = ''] = readdirSync(archive)
  const place = placeOf(archive, systemId)
  const last = moments.at(-1)?.at ?? new Date()
  const [base] = basesIn(place)
  const gone = walIn(place).find((name) => base && name.slice(8) >= base.firstWal.slice(8)) ?? ''
  rmSync(join(place.wal, `${gone}.zst`))
  await expect(restored(last)).rejects.toThrow(/PostgreSQL did not start|does not reach/)
  writeFileSync(base?.file ?? '', 'no base any more')
  await expect(restored(last)).rejects.toThrow('is not a whole backup')
})

test('what leads to days only that are kept no longer is taken away, and no more', () => {
  const home = mkdtempSync(join(tmpdir(), 'lantern-archive-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(home, { recursive: true })
  const place = makePlace(home, '7001')
  const wal = (number: number) => `00000001000000000000000${number}`
  for (const number of [1, 2, 3, 4, 5, 6, 7]) writeFileSync(join(place.wal, `${wal(number)}.zst`), '')
  writeFileSync(join(place.wal, '00000002.history.zst'), '')
  for (const [day, number] of [
    ['01', 1],
    ['03', 3],
    ['05', 5],
  ] as const) {
    const at = new Date(`2026-11-${day}T02:00:00.000Z`)
    writeFileSync(join(place.bases, baseName({ at, firstWal: wal(number) })), '')
  }
  // Two days back from the fifth in the morning: the base of the third leads there, that of the first is not needed.
  prune(place, 2, new Date('2026-11-05T09:00:00Z'))
  expect(basesIn(place).map(({ firstWal }) => firstWal)).toEqual([wal(3), wal(5)])
  expect(walIn(place)).toEqual([...[3, 4, 5, 6, 7].map(wal), '00000002.history'])
})
