// The lines of the bench that compare Lantern with a fixed time, or with itself.
import { boardTimes } from './browser/board.ts'
import { keyTimes } from './browser/keys.ts'
import { lighthouseScores } from './browser/lighthouse.ts'
import { longest, paletteTimes } from './browser/palette.ts'
import { mostOfEmpty, openingTimes } from './browser/record.ts'
import { mostWork } from './browser/screens.ts'
import type { Hospital, Hospitals } from './hospitals/hospitals.ts'
import { measureLeaving } from './moving/lines.ts'
import type { Report } from './report.ts'
import { coldStart, exportAll, mostGrowth, mostSeconds } from './single-process.ts'
import { measureSizes } from './sizes.ts'
import { rounded } from './table.ts'

/** The settings of a run, and the sizes of the hospitals that it compares. */
export interface Asked extends Report {
  sizes: number[]
  /** How often Lighthouse judges each page. */
  judgements: number
}

export async function measureStart(hospital: Hospital, { add, isQuick }: Report): Promise<void> {
  const seconds = await coldStart(hospital, isQuick ? 3 : 7)
  add({
    what: 'start of the server',
    measured: `${rounded(seconds)} s`,
    figure: seconds,
    unit: 's',
    bound: { most: mostSeconds },
  })
}

/** Compares the smallest hospital with the largest, and exports from the largest. */
export async function measureLarge(hospitals: Hospitals, asked: Asked): Promise<void> {
  const opened: Hospital[] = []
  for (const size of asked.sizes) opened.push(await hospitals.open(size))
  const [smallest, largest] = [opened[0], opened.at(-1)]
  if (!smallest || !largest) return
  if (smallest !== largest) await measureSizes([smallest, largest], asked)
  if (asked.wanted('export')) await measureExport(largest, asked)
  if (asked.wanted('moving-out')) await measureLeaving(largest, asked)
}

export async function measureBoard(hospitals: Hospitals, asked: Asked): Promise<void> {
  const hospital = await hospitals.openBeds(1000)
  const times = await boardTimes(hospital, asked.isQuick ? 3 : 9)
  for (const [act, { work, passed }] of times) {
    asked.add({
      what: `work of the page on 1,000 beds, ${act}`,
      measured: `${rounded(passed)} ms on the clock`,
      figure: work,
      unit: 'ms',
      bound: { most: mostWork },
    })
  }
}

export async function measureKeys(hospitals: Hospitals, asked: Asked): Promise<void> {
  const times = await keyTimes(await hospitals.openBeds(1000), asked.isQuick ? 3 : 9)
  for (const [box, { work, passed }] of times) {
    asked.add({
      what: `work of the page on a key, ${box}`,
      measured: `${rounded(passed)} ms on the clock`,
      figure: work,
      unit: 'ms',
      bound: { most: mostWork },
    })
  }
}

export async function measurePalette(hospitals: Hospitals, asked: Asked): Promise<void> {
  const times = await paletteTimes(await hospitals.open(asked.sizes.at(-1) ?? 10_000), asked.isQuick ? 3 : 9)
  for (const [kind, passed] of times) {
    asked.add({
      what: `first patient found from anywhere by ${kind}`,
      measured: 'from the last key until drawn',
      figure: passed,
      unit: 'ms',
      bound: { most: longest },
    })
  }
}

export async function measureRecord(hospitals: Hospitals, asked: Asked): Promise<void> {
  const times = await openingTimes(await hospitals.openRecord(20), asked.isQuick ? 5 : 15)
  for (const [screen, { long, empty }] of times) {
    asked.add({
      what: `${screen} of 20 years until it is there, against an empty one`,
      measured: `${rounded(long)} ms`,
      floor: `${rounded(empty)} ms`,
      figure: long / empty,
      unit: '×',
      bound: { most: mostOfEmpty },
    })
  }
}

export async function measureLighthouse(hospitals: Hospitals, asked: Asked): Promise<void> {
  const rounds = asked.judgements
  const scores = await lighthouseScores(await hospitals.open(asked.sizes[0] ?? 10_000), rounds)
  for (const { path, category, score, least, findings } of scores) {
    asked.add({
      what: `Lighthouse, ${category} of ${path}`,
      measured: findings.join(', '),
      figure: score,
      unit: 'of 100',
      bound: { least },
    })
  }
}

async function measureExport(hospital: Hospital, { add }: Report): Promise<void> {
  const { rows, seconds, before, growth } = await exportAll(hospital)
  add({
    what: `memory for an export of ${rows.toLocaleString('en')} patients`,
    measured: `from ${rounded(before)} MB, in ${rounded(seconds)} s`,
    figure: growth,
    unit: 'MB',
    bound: { most: mostGrowth },
  })
}
