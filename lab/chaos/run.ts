// `npm run chaos`: injects faults into Lantern, and into a careless server as a control. README.md explains each line.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { amountsOf } from '../../testbed/chosen.ts'
import { openHospital } from '../../testbed/hospital.ts'
import type { Found } from '../results.ts'
import { amount, sayFinding, toolOf } from '../tool.ts'
import type { Fault, Finding, Size } from './finding.ts'
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
export const chaos = toolOf({
  name: 'chaos',
  lines: faults.map(({ name }) => name),
  options: {
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
  async run(given, lines) {
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
    const found: Record<string, Found> = {}
    for (const fault of faults.filter(({ name }) => lines.includes(name))) {
      console.log(`\n${fault.name}: ${fault.what}`)
      const why = fault.impossible?.()
      if (why) console.log(`  · left out: ${why}`)
      else found[fault.name] = await tryOut(fault, size)
    }
    const failed = Object.values(found).filter(({ holds }) => !holds).length
    console.log(
      failed === 0 ? '\nEverything held, and every control was found.' : `\n${failed} did not hold.`,
    )
    return { found, held: failed === 0 }
  },
})

async function tryOut(fault: Fault, size: Size): Promise<Found> {
  /** A control only needs to show its fault once. */
  const controlSize: Size = { ...size, kills: 4, rounds: 2, cuts: 1, staff: 50, guesses: 500 }
  const ofLantern = await findingsOf(fault, lantern, size, [])
  const { called, statements } = fault.plant ?? { called: careless.name, statements: [] }
  const planted: Target = fault.plant ? { ...lantern, name: called } : careless
  const found = await findingsOf(fault, planted, controlSize, statements)
  const inWords = (findings: Finding[]) => findings.map(({ said }) => said).join('; ')
  return {
    bound: fault.what,
    measured: inWords(ofLantern),
    against: `${called}: ${inWords(found)}`,
    figure: '',
    holds: ofLantern.every(({ holds }) => holds) && found.every(({ holds }) => !holds),
  }
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
        sayFinding(holds === (target === lantern), target.name, said)
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
