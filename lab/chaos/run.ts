// `npm run chaos`: injects faults into Lantern, and into a careless server as a control. README.md explains each line.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Row, recordRun } from '../bench/results.ts'
import { amountsOf, chosenOf } from '../scripts/chosen.ts'
import type { Fault, Finding, Size } from './finding.ts'
import { openHospital } from './hospital.ts'
import { deaf } from './lines/deaf.ts'
import { failover } from './lines/failover.ts'
import { fullDisk } from './lines/full-disk.ts'
import { kills } from './lines/kills.ts'
import { powerCut } from './lines/power-cut.ts'
import { publicCallers } from './lines/public-callers.ts'
import { racing } from './lines/races.ts'
import { repeats } from './lines/repeats.ts'
import { replica } from './lines/replica.ts'
import { rolling } from './lines/rolling.ts'
import { shiftChange } from './lines/shift-change.ts'
import { sigterm } from './lines/sigterm.ts'
import { away, packets, pause } from './lines/silence.ts'
import { slowClients } from './lines/slow-clients.ts'
import { stalled } from './lines/stalled.ts'
import { careless, lantern, type Target } from './servers.ts'

const faults: Fault[] = [
  kills,
  racing,
  repeats,
  away,
  pause,
  packets,
  deaf,
  sigterm,
  stalled,
  slowClients,
  rolling,
  replica,
  failover,
  publicCallers,
  shiftChange,
  fullDisk,
  powerCut,
]
const amount = (usual: number) => ({ type: 'string', default: String(usual) }) as const
const {
  values: { lines: named, record, ...given },
} = parseArgs({
  options: {
    lines: { type: 'string', default: faults.map(({ name }) => name).join() },
    record: { type: 'boolean', default: false },
    kills: amount(100),
    clerks: amount(16),
    clients: amount(50),
    rounds: amount(20),
    times: amount(5),
    cuts: amount(10),
    staff: amount(1000),
    guesses: amount(10_000),
    readers: amount(20),
    slow: amount(1000),
  },
})
const chosen = amountsOf(given)
const size: Size = {
  kills: chosen.kills,
  clerks: chosen.clerks,
  racers: chosen.clients,
  rounds: chosen.rounds,
  times: chosen.times,
  cuts: chosen.cuts,
  staff: chosen.staff,
  guesses: chosen.guesses,
  stalledReaders: chosen.readers,
  slowClients: chosen.slow,
}
/** A control only needs to show its fault once. */
const controlSize: Size = { ...size, kills: 4, rounds: 2, cuts: 1, staff: 50, guesses: 500 }

const lines = chosenOf(
  faults.map(({ name }) => name),
  named,
)
// Stopping a run stops what it started, when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const results: Row[] = []
let failed = 0
for (const fault of faults.filter(({ name }) => lines.includes(name))) {
  console.log(`\n${fault.name}: ${fault.what}`)
  const why = fault.impossible?.()
  if (why) {
    console.log(`  · left out: ${why}`)
    results.push({ key: fault.name, cells: [fault.what, `left out: ${why}`, '', '·'] })
  } else await tryOut(fault)
}
console.log(failed === 0 ? '\nEverything held, and every control was found.' : `\n${failed} did not hold.`)
if (record) {
  recordRun('chaos', ['line', 'what has to hold', 'Lantern', 'where it must be found', ''], results)
  console.log('The figures are in bench/RESULTS.md.')
}
process.exit(failed === 0 ? 0 : 1)

async function tryOut(fault: Fault): Promise<void> {
  const ofLantern = await findingsOf(fault, lantern, size, [])
  const { called, statements } = fault.plant ?? { called: careless.name, statements: [] }
  const planted: Target = fault.plant ? { ...lantern, name: called } : careless
  const found = await findingsOf(fault, planted, controlSize, statements)
  const isGood = ofLantern.every(({ holds }) => holds) && found.every(({ holds }) => !holds)
  if (!isGood) failed++
  const inWords = (findings: Finding[]) => findings.map(({ said }) => said).join('; ')
  results.push({
    key: fault.name,
    cells: [fault.what, inWords(ofLantern), `${called}: ${inWords(found)}`, isGood ? '✓' : '✗'],
  })
}

async function findingsOf(
  { place: makePlace, run }: Fault,
  target: Target,
  amounts: Size,
  plant: readonly string[],
): Promise<Finding[]> {
  const within = await mkdtemp(join(tmpdir(), 'lantern-chaos-'))
  const place = await makePlace?.(within)
  try {
    const hospital = await openHospital(place?.directory ?? within, plant)
    try {
      const findings = [await run(target, hospital, amounts)].flat()
      for (const { said, holds } of findings) {
        const isRight = holds === (target === lantern)
        console.log(`  ${isRight ? '✓' : '✗'} ${target.name}: ${said}`)
      }
      return findings
    } finally {
      await hospital.stop()
    }
  } finally {
    await place?.clear()
    await rm(within, { recursive: true, force: true })
  }
}
