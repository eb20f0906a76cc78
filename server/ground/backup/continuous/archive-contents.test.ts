import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Base, baseName, basesIn, makePlace, type Place } from './archive-contents.ts'
import { prune } from './archiving.ts'
import { moveToArchive, piecesFrom, unpack, walIn } from './move-to-archive.ts'
import { writerOf } from './sole-writer.ts'

function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lantern-archive-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

const emptyPlace = () => makePlace(emptyDirectory(), '7001')
const wal = (number: number, line = 1) => `0000000${line}000000000000000${number}`

function baseOf(place: Place, day: string, firstWal: string): Base {
  const at = new Date(`2026-11-${day}T02:00:00.000Z`)
  return { file: join(place.bases, baseName({ at, firstWal })), at, firstWal }
}

test('what leads to days only that are kept no longer is taken away, and no more', async () => {
  const place = await emptyPlace()
  for (const number of [1, 2, 3, 4, 5, 6, 7]) writeFileSync(join(place.wal, `${wal(number)}.zst`), '')
  writeFileSync(join(place.wal, '00000002.history.zst'), '')
  for (const [day, number] of [
    ['01', 1],
    ['03', 3],
    ['05', 5],
  ] as const) {
    writeFileSync(baseOf(place, day, wal(number)).file, '')
  }
  // Two days before the morning of the 5th, the base of the 3rd is enough and that of the 1st is not needed.
  await prune(place, 2, new Date('2026-11-05T09:00:00Z'))
  expect((await basesIn(place)).map(({ firstWal }) => firstWal)).toEqual([wal(3), wal(5)])
  expect(await walIn(place)).toEqual([...[3, 4, 5, 6, 7].map((number) => wal(number)), '00000002.history'])
})

test('after a restore to an earlier moment, the log of the new line stays with its bases', async () => {
  const place = await emptyPlace()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) writeFileSync(join(place.wal, `${wal(number)}.zst`), '')
  for (const number of [3, 4, 5, 6]) writeFileSync(join(place.wal, `${wal(number, 2)}.zst`), '')
  // Bases on the 3rd and the 10th; on the 11th, a restore to the 3rd, when the log was far shorter.
  for (const base of [
    baseOf(place, '03', wal(2)),
    baseOf(place, '10', wal(8)),
    baseOf(place, '11', wal(4, 2)),
    baseOf(place, '12', wal(6, 2)),
  ]) {
    writeFileSync(base.file, '')
  }
  await prune(place, 1, new Date('2026-11-11T09:00:00Z'))
  expect(await walIn(place)).toEqual([
    ...[4, 5, 6, 7, 8].map((number) => wal(number)),
    ...[4, 5, 6].map((number) => wal(number, 2)),
  ])
})

test('of the log, what leads from a base to the next is laid out, and nothing of another line', async () => {
  const place = await emptyPlace()
  const [first, second, third, other] = [
    baseOf(place, '01', wal(1)),
    baseOf(place, '02', wal(3)),
    baseOf(place, '03', wal(5)),
    baseOf(place, '04', wal(2, 2)),
  ] as const
  const names = [
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => wal(number)),
    '00000002.history',
    ...[2, 3].map((number) => wal(number, 2)),
  ]
  const bases = [first, second, third, other]
  // The second base can have been begun before the moment to restore, so the log is needed up to the third.
  expect(piecesFrom(first, bases, names)).toEqual([
    ...[1, 2, 3, 4, 5].map((number) => wal(number)),
    '00000002.history',
  ])
  expect(piecesFrom(third, bases, names)).toEqual([
    ...[5, 6, 7].map((number) => wal(number)),
    '00000002.history',
  ])
  expect(piecesFrom(other, bases, names)).toEqual(['00000002.history', wal(2, 2), wal(3, 2)])
})

test('into one place one line is written, until it ends or was silent', async () => {
  const place = await emptyPlace()
  const [hospital, copy] = [writerOf(place, '00000001'), writerOf(place, '00000002')]
  await hospital.keep()
  await expect(copy.keep()).rejects.toThrow('another hospital, restored from this archive')
  await copy.release()
  // A hospital that starts again keeps its place.
  await writerOf(place, '00000001').keep()
  await hospital.release()
  await copy.keep()
  await expect(writerOf(place, '00000003').keep()).rejects.toThrow('another hospital')

  // The writer's machine died an hour ago.
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(place.directory, '00000002.writes'), anHourAgo, anHourAgo)
  await writerOf(place, '00000003').keep()
  await expect(writerOf(place, '00000001').keep()).rejects.toThrow('another hospital')
})

test('a piece that can not be read is told where it was asked for', async () => {
  const place = await emptyPlace()
  // A directory in place of a file gives a read error, as a broken disk would.
  mkdirSync(join(place.wal, `${wal(1)}.zst`))
  await expect(unpack(wal(1), place, emptyDirectory())).rejects.toThrow('EISDIR')
  const spool = emptyDirectory()
  writeFileSync(join(spool, wal(1)), 'a piece of the log')
  await expect(moveToArchive(spool, place)).rejects.toThrow('EISDIR')
  expect(readdirSync(spool)).toEqual([wal(1)])
})

test('a stop waits for one piece at most, and the rest stays to be carried', async () => {
  const place = await emptyPlace()
  const spool = emptyDirectory()
  for (const number of [1, 2, 3]) writeFileSync(join(spool, wal(number)), `piece ${number}`)
  const stopping = new AbortController()
  const carried = moveToArchive(spool, place, stopping.signal)
  stopping.abort()
  await expect(carried).rejects.toThrow(/abort/i)
  expect(readdirSync(spool).length).toBeGreaterThan(1)
  await moveToArchive(spool, place)
  expect(readdirSync(spool)).toEqual([])
  expect(await walIn(place)).toEqual([1, 2, 3].map((number) => wal(number)))
})
