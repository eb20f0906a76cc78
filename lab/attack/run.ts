// `npm run attack`: attacks Lantern with programs made for it, and a careless server as a control. README.md explains
// each line.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { amountsOf } from '../../testbed/chosen.ts'
import { type Hospital, openHospital } from '../../testbed/hospital.ts'
import type { Found } from '../results.ts'
import { amount, sayFinding, toolOf } from '../tool.ts'
import type { Amount, Attack } from './attack.ts'
import { crawler } from './crawler.ts'
import { injections } from './injections.ts'
import { versionOf } from './programs.ts'
import { slowClients } from './slow-clients.ts'
import { startControl, startLantern } from './targets.ts'
import { tls } from './tls.ts'

const attacks: Attack[] = [crawler, injections, slowClients, tls]

export const attack = toolOf({
  name: 'attack',
  lines: attacks.map(({ program }) => program),
  options: { seconds: amount(300), calls: amount(100), clients: amount(900) },
  async run(given, lines) {
    const size: Amount = amountsOf(given)
    const counts: Counts = { held: 0, failed: 0, missing: 0 }
    const found: Record<string, Found> = {}
    const place = await mkdtemp(join(tmpdir(), 'lantern-attack-'))
    const hospital = await openHospital(place)
    try {
      for (const one of attacks.filter(({ program }) => lines.includes(program))) {
        const version = versionOf(one.program, one.package)
        console.log(`\n${one.program}${version ? ` ${version}` : ''}: ${one.what}`)
        if (version) found[one.program] = await tryOut(one, hospital, size, counts)
        else {
          counts.missing++
          console.log(`  · not installed: sudo apt-get install ${one.package}`)
        }
      }
    } finally {
      await hospital.stop()
      await rm(place, { recursive: true, force: true })
    }
    console.log(`\n${counts.held} held, ${counts.failed} did not, ${counts.missing} not installed.`)
    // An attack that was not tried did not pass.
    return { found, held: counts.failed + counts.missing === 0 }
  },
})

interface Counts {
  held: number
  failed: number
  missing: number
}

async function tryOut(
  { run, what }: Attack,
  hospital: Hospital,
  size: Amount,
  counts: Counts,
): Promise<Found> {
  const said: string[] = []
  let areRight = true
  for (const start of [startLantern, startControl]) {
    const target = await start(hospital)
    try {
      const finding = await run(target, size)
      const isRight = finding.holds === (start === startLantern)
      counts[isRight ? 'held' : 'failed']++
      sayFinding(isRight, target.name, finding.said)
      said.push(finding.said)
      areRight &&= isRight
    } finally {
      await target.stop()
    }
  }
  const [measured = '', control = ''] = said
  return { bound: what, measured, against: `careless server: ${control}`, figure: '', holds: areRight }
}
