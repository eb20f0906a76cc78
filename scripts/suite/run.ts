// `npm test` and `npm run test:exhaustive`: Vitest, and Playwright as soon as a core is free. The last line is
// `tests: N passed, N failed`.
//   npm test -- e2e/beds.spec.ts          runs these files, in both
//   npm test -- --changed [commit]        runs what the changes since HEAD, or since a commit, can reach
//   npm test -- --twice                   runs each story twice in one hospital, as a second try would
//   npm test -- --record                  records the cost of this run
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from '../../testbed/chromium.ts'
import { billOf, dearStories, onRecord, record } from './bill.ts'
import { reachedFrom } from './changed.ts'
import { readCosts, readStories, timeFixedWork } from './cost.ts'
import { noteFlaky } from './flaky.ts'
import { type Result, runPlaywright, runVitest, wasInterrupted } from './runners.ts'
import { slowdown, tier } from './tiers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, record: { type: 'boolean' }, twice: { type: 'boolean' } },
})
const startedAt = Date.now()
if (!ensureChromium('stories')) {
  console.error(
    'The tests need Chromium, which could not be installed; install it, for example with: sudo apt-get install chromium',
  )
  console.log('tests: 0 passed, 1 failed')
  process.exit(1)
}
const directory = mkdtempSync(join(tmpdir(), 'lantern-reports-'))
const costs = join(directory, 'costs.jsonl')
process.env.LANTERN_COSTS = costs
const fixedWork = timeFixedWork(3)

const chosen = values.changed ? reachedFrom(positionals[0] ?? 'HEAD') : undefined
const words = {
  vitest: chosen ? chosen.vitest : positionals,
  stories: chosen ? chosen.stories : positionals,
}

const tail = Promise.withResolvers<void>()
const vitest =
  words.vitest && slowdown === 1 ? runVitest(directory, words.vitest, tail.resolve) : none(tail.resolve)
// Stories load whole screens and keep both cores busy, so they start when only the last files of Vitest are left.
await tail.promise
if (wasInterrupted()) {
  await vitest
  rmSync(directory, { recursive: true, force: true })
  process.exit(1)
}
fixedWork.push(...timeFixedWork(3))
const stories = words.stories
  ? runPlaywright(directory, [...words.stories, ...(values.twice ? ['--repeat-each=2'] : [])])
  : none()
const results = await Promise.all([vitest, stories])
fixedWork.push(...timeFixedWork(3))

const passed = results.reduce((sum, result) => sum + result.passed, 0)
let failed = results.reduce((sum, result) => sum + result.failed, 0)
const bill = billOf(readCosts(costs), fixedWork, (Date.now() - startedAt) / 60_000, onRecord())
const dear = slowdown === 1 ? dearStories(readStories(costs), fixedWork) : []
rmSync(directory, { recursive: true, force: true })
console.log(bill.text)
for (const line of dear) console.log(line)
if (!values.changed && !values.twice && positionals.length === 0 && slowdown === 1) {
  if (values.record) record(bill)
  else {
    for (const line of bill.dearer) console.log(line)
    if (tier === 'exhaustive' && bill.isTooDear) {
      failed += 1
      console.log('failed: the run costs half as much again as on record (scripts/suite/costs.json)')
    }
  }
}
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`)
const flaky = results.flatMap((result) => result.flaky)
if (flaky.length > 0) {
  noteFlaky(flaky)
  console.log(`flaky: ${flaky.length} (${flaky.join('; ')})`)
}
process.exitCode = failed > 0 ? 1 : 0
console.log(`tests: ${passed} passed, ${failed} failed`)

function none(then?: () => void): Promise<Result> {
  then?.()
  return Promise.resolve({ passed: 0, failed: 0, failures: [], flaky: [] })
}
