// `npm run simulate`: simulates a hospital day by day through the API on a fast clock, then checks and measures the
// result. README.md says how real it is.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../server/ground/db/embedded.ts'
import type { Found } from '../results.ts'
import { toolOf } from '../tool.ts'
import { checkAll } from './checks/checks.ts'
import { reportOn, sayHow } from './report.ts'
import { simulate as simulateDays } from './simulation.ts'
import { type Size, usualSize } from './size.ts'

const text = { type: 'string' } as const

export const simulate = toolOf({
  name: 'simulate',
  options: {
    days: text,
    beds: text,
    outpatients: text,
    vitals: text,
    items: text,
    step: text,
    'at-once': text,
    from: text,
    seed: text,
    'time-zone': text,
    keep: { type: 'boolean', default: false },
  },
  async run(values) {
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
    try {
      console.log(sayHow(size))
      const found = await live(postgres.ownerUrl, place, size)
      return { found: { [`${size.days} days of ${size.beds} beds`]: found }, held: found.holds === true }
    } catch (error) {
      // The error is printed before its database stops, which causes further errors.
      console.error(error)
      return { found: {}, held: false }
    } finally {
      await postgres.stop()
      if (values.keep) console.log(`The hospital is kept in ${place}.`)
      else await rm(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    }
  },
})

function number(given: string | undefined, usual: number): number {
  return given === undefined ? usual : Number(given)
}

async function live(ownerUrl: string, place: string, size: Size): Promise<Found> {
  const begin = performance.now()
  const simulation = await simulateDays(ownerUrl, place, size, (day, { desk, life }) => {
    if (day % 7 !== 0 && day !== size.days) return
    const minutes = (performance.now() - begin) / 60_000
    const { known } = life.population
    console.log(
      `day ${day} of ${size.days}: ${minutes.toFixed(1)} min, ${desk.speed.calls(Math.floor((day - 1) / 7))} calls this week, ${known.length} patients, ${desk.findings.all.length} findings`,
    )
  })
  const results = await checkAll(simulation)
  const took = performance.now() - begin
  const failed = await reportOn(simulation, results, took)
  await simulation.stop()
  const missed = results.filter(({ faults }) => faults.length > 0).length
  return {
    bound: `${results.length} invariants`,
    measured: `${missed === 0 ? 'all hold' : `${missed} do not hold`} (${(took / 60_000).toFixed(1)} min)`,
    against: '',
    figure: '',
    holds: !failed,
  }
}
