// `npm run check`: all checks that need no running Lantern, at the same time. `-- --whole` compiles and lints lab/,
// too.
import { parseArgs } from 'node:util'
import { checksOf, run } from './checks.ts'

const startedAt = Date.now()
const { values: chosen } = parseArgs({ options: { whole: { type: 'boolean', default: false } } })
const checks = checksOf(process.cwd()).filter(({ isOfLab = false }) => chosen.whole || !isOfLab)
const results = await Promise.all(
  checks.map(async (check) => {
    const { isGood, output } = await run(check, process.cwd())
    console.log(`${isGood ? '✓' : '✗'} ${check.name} (${seconds(startedAt)})`)
    if (!isGood) console.log(output.replaceAll(/^/gm, '    '))
    return isGood
  }),
)
const failed = results.filter((isGood) => !isGood).length
console.log(
  failed === 0
    ? `All checks passed in ${seconds(startedAt)}.`
    : `${failed} of ${checks.length} checks failed.`,
)
process.exitCode = failed === 0 ? 0 : 1

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
