// `npm run mutants`: plants small faults, one at a time, and counts how many of them the tests find (record 55).
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { holdsFaults } from './areas.ts'
import { type Choices, readChoices, usage } from './choices.ts'
import { everyFault, type Fault, plant } from './faults.ts'
import { fillHospital, startPostgres } from './hospital.ts'
import { judge, type Verdict } from './judge.ts'
import { measureReach } from './reach.ts'
import { describe, printReport } from './report.ts'
import { sampleOf } from './sample.ts'
import { copyTree, filesOf, type Run } from './tree.ts'

const root = resolve(import.meta.dirname, '../..')
const words = process.argv.slice(2)
if (words.includes('--help')) {
  console.log(usage)
} else {
  const startedAt = Date.now()
  // Its programs end with this process (programs.ts).
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  await main(readChoices(words), startedAt)
}

async function main(choices: Choices, startedAt: number): Promise<void> {
  const cache = join(root, '.mutants')
  const files = filesOf(root)
  const all = await everyFault(root, files.filter(holdsFaults), cache)
  const key = createHash('sha256')
  for (const file of files) key.update(file).update(readFileSync(join(root, file)))
  const { seed, sample: size, only, tests, stories } = choices
  key.update(JSON.stringify({ seed, size, only, tests, stories }))
  const place = join(cache, key.digest('hex').slice(0, 16))
  const run: Run = {
    place,
    tree: join(place, 'tree'),
    data: join(place, 'data'),
    port: Number(process.env.E2E_PORT ?? 3917),
    env: {},
  }
  const { sample, ids } = await planted(run, all, choices, files)
  console.log(`${all.length} faults could be planted; ${sample.length} are (seed ${seed}), in ${place}.`)

  const stop = await startPostgres(run)
  try {
    if (stories) await fillHospital(run)
    const byId = new Map(sample.map((fault, index) => [ids[index] ?? '', fault]))
    const reach = await measureReach(run, choices, byId)
    for (const name of reach.unfit) console.log(`judges nothing, because it fails without a fault: ${name}`)
    console.log(`${minutes(startedAt)}: it is known which tests reach which fault.`)
    const verdicts = await judgeAll(run, choices, startedAt, sample, (fault, index, port) =>
      judge(run, fault, ids[index] ?? '', reach, port),
    )
    const isGood = printReport(sample, verdicts, all, only.length === 0)
    const isWhole = only.length === 0 && tests.length === 0 && stories
    console.log(
      `It took ${minutes(startedAt)}${isWhole ? '' : ', and was a try: not all faults, or not all tests'}.`,
    )
    if (isWhole && !isGood) process.exitCode = 1
  } finally {
    await stop()
  }
}

interface Planted {
  sample: Fault[]
  /** The number of each fault's switch, in the order of the sample. */
  ids: string[]
}

async function planted(run: Run, all: Fault[], choices: Choices, files: string[]): Promise<Planted> {
  const kept = join(run.place, 'sample.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const wished = sampleOf(all, choices.sample, choices.only, choices.seed)
  mkdirSync(run.place, { recursive: true })
  copyTree(root, files, run.tree)
  const switches = await plant(run.tree, wished)
  const sample = wished.filter((_, index) => switches[index] !== undefined)
  const ids = switches.filter((id) => id !== undefined)
  if (sample.length < wished.length) console.log(`${wished.length - sample.length} could not be planted.`)
  writeFileSync(kept, JSON.stringify({ sample, ids }))
  return { sample, ids }
}

type Judging = (fault: Fault, index: number, port: number) => Promise<Omit<Verdict, 'place' | 'seconds'>>

async function judgeAll(
  { place, port }: Run,
  { jobs, minutes: most }: Choices,
  startedAt: number,
  sample: Fault[],
  judging: Judging,
): Promise<Verdict[]> {
  const kept = join(place, 'verdicts.jsonl')
  const lines = existsSync(kept) ? readFileSync(kept, 'utf8').split('\n') : []
  const verdicts: Verdict[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  const left = [...sample.entries()].filter(([index]) => !verdicts.some((verdict) => verdict.place === index))
  const work = async (ownPort: number) => {
    for (let next = left.shift(); next; next = left.shift()) {
      if (Date.now() - startedAt > most * 60_000) return
      const [index, fault] = next
      const from = Date.now()
      const found = await judging(fault, index, ownPort)
      const verdict = { ...found, place: index, seconds: Math.round((Date.now() - from) / 1000) }
      appendFileSync(kept, `${JSON.stringify(verdict)}\n`)
      verdicts.push(verdict)
      console.log(`${minutes(startedAt)} ${verdict.outcome} (${verdict.seconds} s): ${describe(fault)}`)
      if (found.by) console.log(`    by ${found.by.replaceAll('\n', ' ')}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, (_, index) => work(port + index)))
  return verdicts
}

function minutes(since: number): string {
  return `${((Date.now() - since) / 60_000).toFixed(1)} min`
}
