// `npm run deploy:try`: loads each file of deploy/proxies into the program that it is for, and works through it with two servers
// behind. A program that is not installed is named. `-- --programs nginx,caddy` tries some of them, `--seconds 75` says for how long
// a live stream is held, and `--planted` breaks the files in ways that must be found.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openHospital } from '../../chaos/hospital.ts'
import { proxies, tryProxy } from './proxies.ts'
import type { Check } from './servers.ts'

const { values: chosen } = parseArgs({
  options: {
    programs: { type: 'string', default: '' },
    seconds: { type: 'string', default: '75' },
    planted: { type: 'boolean', default: false },
  },
})
const counts = { held: 0, failed: 0, missing: 0 }
await tryProxies()
console.log(`\n${counts.held} held, ${counts.failed} did not, ${counts.missing} could not be tried.`)
// What was not tried did not pass.
process.exit(counts.failed + counts.missing === 0 ? 0 : 1)

async function tryProxies() {
  const wanted = proxies.filter(
    ({ program }) => !chosen.programs || chosen.programs.split(',').includes(program),
  )
  const found = wanted.filter(({ program, package: of }) => isInstalled(program, of))
  if (found.length === 0) return
  const place = mkdtempSync(join(tmpdir(), 'lantern-deploy-'))
  const hospital = await openHospital(place)
  try {
    for (const proxy of found) {
      const { program, file, plants } = proxy
      console.log(`\n${program}, by deploy/proxies/${file}`)
      if (!chosen.planted) {
        for (const check of await tryProxy(proxy, hospital, { place, seconds: Number(chosen.seconds) }))
          say(check)
        continue
      }
      for (const plant of Object.keys(plants)) {
        const checks = await tryProxy(proxy, hospital, { place, plant, seconds: 25 })
        const missed = checks.find(({ isSo }) => !isSo)
        say({ what: `planted: ${plant}; ${missed?.what ?? 'nothing was found'}`, isSo: missed !== undefined })
      }
    }
  } finally {
    await hospital.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

function isInstalled(program: string, of: string): boolean {
  if (spawnSync('which', [program]).status === 0) return true
  counts.missing++
  console.log(`\n${program} is not installed: sudo apt-get install ${of}`)
  return false
}

function say({ what, isSo }: Check) {
  counts[isSo ? 'held' : 'failed']++
  console.log(`  ${isSo ? '✓' : '✗'} ${what}`)
}
