// `npm run attack`: attacks Lantern with programs made for it, and a careless server as a control. README.md says what each line means.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openHospital } from '../chaos/hospital.ts'
import { amountsOf, chosenOf } from '../scripts/chosen.ts'
import type { Amount, Attack } from './attack.ts'
import { crawler } from './crawler.ts'
import { injections } from './injections.ts'
import { versionOf } from './programs.ts'
import { slowClients } from './slow-clients.ts'
import { startControl, startLantern } from './targets.ts'
import { tls } from './tls.ts'

const attacks: Attack[] = [crawler, injections, slowClients, tls]
const {
  values: { lines: named, ...given },
} = parseArgs({
  options: {
    lines: { type: 'string', default: attacks.map(({ program }) => program).join() },
    seconds: { type: 'string', default: '300' },
    calls: { type: 'string', default: '100' },
    clients: { type: 'string', default: '900' },
  },
})
const amount: Amount = amountsOf(given)

const counts = { held: 0, failed: 0, missing: 0 }
const lines = chosenOf(
  attacks.map(({ program }) => program),
  named,
)
const place = await mkdtemp(join(tmpdir(), 'lantern-attack-'))
const hospital = await openHospital(place)
try {
  for (const attack of attacks.filter(({ program }) => lines.includes(program))) {
    const version = versionOf(attack.program, attack.package)
    console.log(`\n${attack.program}${version ? ` ${version}` : ''}: ${attack.what}`)
    if (version) await tryOut(attack)
    else {
      counts.missing++
      console.log(`  · not installed: sudo apt-get install ${attack.package}`)
    }
  }
} finally {
  await hospital.stop()
  await rm(place, { recursive: true, force: true })
}
console.log(`\n${counts.held} held, ${counts.failed} did not, ${counts.missing} not installed.`)
// An attack that was not tried did not pass.
process.exit(counts.failed + counts.missing === 0 ? 0 : 1)

async function tryOut({ run }: Attack): Promise<void> {
  for (const start of [startLantern, startControl]) {
    const target = await start(hospital)
    try {
      const { said, holds } = await run(target, amount)
      const isRight = holds === (start === startLantern)
      counts[isRight ? 'held' : 'failed']++
      console.log(`  ${isRight ? '✓' : '✗'} ${target.name.padEnd(16)} ${said}`)
    } finally {
      await target.stop()
    }
  }
}
