// `npm run simulate`: simulates a hospital day by day through the API on a fast clock, then checks and measures the result.
// README.md says what is real in it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../server/db/embedded.ts'
import { checkAll } from './checks/checks.ts'
import { reportOn, sayHow } from './report.ts'
import { simulate } from './simulation.ts'
import { type Size, usualSize } from './size.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string' },
    beds: { type: 'string' },
    outpatients: { type: 'string' },
    vitals: { type: 'string' },
    items: { type: 'string' },
    step: { type: 'string' },
    'at-once': { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    'time-zone': { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const number = (given: string | undefined, usual: number) => (given === undefined ? usual : Number(given))
const size: Size = {
  days: number(values.days, usualSize.days),
  beds: number(values.beds, usualSize.beds),
  outpatients: number(values.outpatients, number(values.beds, usualSize.outpatients)),
  vitals: number(values.vitals, usualSize.vitals),
  items: number(values.items, usualSize.items),
  step: number(values.step, usualSize.step),
  atOnce: number(values['at-once'], usualSize.atOnce),
  from: values.from ?? usualSize.from,
  timeZone: values['time-zone'] ?? usualSize.timeZone,
  seed: number(values.seed, usualSize.seed),
}

const place = await mkdtemp(join(tmpdir(), 'lantern-simulation-'))
const postgres = await startEmbedded(join(place, 'data'))
let failed = true
try {
  console.log(sayHow(size))
  const begin = performance.now()
  const simulation = await simulate(postgres.ownerUrl, place, size, (day, { desk, life }) => {
    if (day % 7 !== 0 && day !== size.days) return
    const minutes = (performance.now() - begin) / 60_000
    const { known } = life.population
    console.log(
      `day ${day} of ${size.days}: ${minutes.toFixed(1)} min, ${desk.speed.calls(Math.floor((day - 1) / 7))} calls this week, ${known.length} patients, ${desk.findings.all.length} findings`,
    )
  })
  const results = await checkAll(simulation)
  failed = await reportOn(simulation, results, performance.now() - begin)
  await simulation.stop()
} catch (error) {
  // Before its database ends, which others complain of.
  console.error(error)
} finally {
  await postgres.stop()
  if (values.keep) console.log(`The hospital is kept in ${place}.`)
  else await rm(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
process.exit(failed ? 1 : 0)
