// `npm run chaos`: does to Lantern what happens to servers, and to a careless one as a control. README.md says what each line means.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Fault, Size } from './finding.ts'
import { fullDisk, mountSmallDisk } from './full-disk.ts'
import { openHospital } from './hospital.ts'
import { kills } from './kills.ts'
import { publicCallers } from './public-callers.ts'
import { careless, lantern } from './servers.ts'
import { shiftChange } from './shift-change.ts'
import { sigterm } from './sigterm.ts'
import { packets, pause } from './silence.ts'
import { stalled } from './stalled.ts'

const faults: Fault[] = [kills, pause, packets, stalled, publicCallers, shiftChange, sigterm, fullDisk]
const { values: chosen } = parseArgs({
  options: {
    lines: { type: 'string', default: faults.map(({ name }) => name).join() },
    kills: { type: 'string', default: '20' },
    staff: { type: 'string', default: '1000' },
    guesses: { type: 'string', default: '10000' },
    readers: { type: 'string', default: '20' },
  },
})
const size: Size = {
  kills: Number(chosen.kills),
  staff: Number(chosen.staff),
  guesses: Number(chosen.guesses),
  stalledReaders: Number(chosen.readers),
}
/** A control needs to find its fault once. */
const controlSize: Size = { ...size, kills: 4, staff: 50, guesses: 500 }

const lines = chosen.lines.split(',')
let failed = 0
for (const fault of faults.filter(({ name }) => lines.includes(name))) {
  console.log(`\n${fault.name}: ${fault.what}`)
  const why = fault.impossible?.()
  if (why) console.log(`  · left out: ${why}`)
  else await tryOut(fault)
}
console.log(failed === 0 ? '\nEverything was borne, and every control found.' : `\n${failed} did not hold.`)
process.exit(failed === 0 ? 0 : 1)

async function tryOut(fault: Fault): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'lantern-chaos-'))
  const unmount = fault.place === 'small disk' ? await mountSmallDisk(place) : undefined
  try {
    for (const [target, amount] of [
      [lantern, size],
      [careless, controlSize],
    ] as const) {
      const hospital = await openHospital(place)
      try {
        const { said, isBorne } = await fault.run(target, hospital, amount)
        const isRight = isBorne === (target === lantern)
        if (!isRight) failed++
        console.log(`  ${isRight ? '✓' : '✗'} ${target.name.padEnd(16)} ${said}`)
      } finally {
        await hospital.stop()
      }
    }
  } finally {
    unmount?.()
    await rm(place, { recursive: true, force: true })
  }
}
