// `npm run deploy:try`: runs each file of deploy/ in the program that it is for, and tries what was started. It names
// the programs that are not installed. `-- --parts nginx,service` tries only these parts. `--seconds 75` holds a live
// stream open behind a proxy for that long. `--images DIR` keeps the image for the next time. `--planted` breaks the
// files in ways that must be found.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { amountsOf, chosenOf } from '../../testbed/chosen.ts'
import { type Hospital, openHospital } from '../../testbed/hospital.ts'
import { plants as ofCompose, tryCompose } from './compose.ts'
import { plants as ofImages, tryImage } from './image.ts'
import { buildImage, type Images } from './images.ts'
import { plants as ofKubernetes, tryKubernetes } from './kubernetes.ts'
import { proxies, tryProxy } from './proxies.ts'
import type { Check } from './servers.ts'
import { plants as ofServices, tryService } from './service.ts'

const { values: given } = parseArgs({
  options: {
    parts: { type: 'string' },
    seconds: { type: 'string', default: '75' },
    images: { type: 'string' },
    planted: { type: 'boolean', default: false },
  },
})
const { seconds: held } = amountsOf({ seconds: given.seconds })

/** The program that runs a file of deploy/. */
interface Part {
  name: string
  file: string
  /** The programs that the part needs, each with its package. */
  programs: Readonly<Record<string, string>>
  needsRoot?: boolean
  plants: readonly string[]
  run(plant?: string): Promise<Check[]>
}

const forImages = { podman: 'podman', buildah: 'buildah', debootstrap: 'debootstrap' }
const place = mkdtempSync(join(tmpdir(), 'lantern-deploy-'))
let hospital: Hospital | undefined
let images: Images | undefined
const parts: Part[] = [
  ...proxies.map((proxy) => ({
    name: proxy.program,
    file: `deploy/proxies/${proxy.file}`,
    programs: { [proxy.program]: proxy.package },
    plants: Object.keys(proxy.plants),
    async run(plant?: string) {
      hospital ??= await openHospital(place)
      const seconds = plant === undefined ? held : 25
      return tryProxy(proxy, hospital, { place, seconds, ...(plant !== undefined && { plant }) })
    },
  })),
  {
    name: 'service',
    file: 'deploy/lantern.service',
    programs: { 'systemd-nspawn': 'systemd-container', 'systemd-analyze': 'systemd' },
    needsRoot: true,
    plants: Object.keys(ofServices),
    run: tryService,
  },
  {
    name: 'image',
    file: 'deploy/Dockerfile, made by deploy/make-image',
    programs: forImages,
    needsRoot: true,
    plants: ofImages,
    async run(plant) {
      images ??= await buildImage(given.images)
      return tryImage(images, plant)
    },
  },
  {
    name: 'compose',
    file: 'deploy/compose.yaml, and a PostgreSQL of ours in the image that it names',
    programs: { ...forImages, 'podman-compose': 'podman-compose', psql: 'postgresql-client' },
    needsRoot: true,
    plants: Object.keys(ofCompose),
    async run(plant) {
      images ??= await buildImage(given.images)
      return tryCompose(images, plant)
    },
  },
  {
    name: 'kubernetes',
    file: 'deploy/kubernetes/lantern.yaml, by podman',
    programs: { ...forImages, psql: 'postgresql-client' },
    needsRoot: true,
    plants: Object.keys(ofKubernetes),
    async run(plant) {
      images ??= await buildImage(given.images)
      return tryKubernetes(images, plant)
    },
  },
]
const names = parts.map(({ name }) => name)
const chosen = given.parts === undefined ? names : chosenOf(names, given.parts)
const counts = { held: 0, failed: 0, missing: 0 }
try {
  for (const part of parts) {
    if (!chosen.includes(part.name)) continue
    console.log(`\n${part.name}, by ${part.file}`)
    if (canRun(part)) await (given.planted ? runPlanted(part) : runWhole(part))
    else counts.missing++
  }
} finally {
  await hospital?.stop()
  await images?.remove()
  rmSync(place, { recursive: true, force: true })
}
console.log(`\n${counts.held} held, ${counts.failed} did not, ${counts.missing} could not be tried.`)
// A part that was not tried counts as failed.
process.exit(counts.failed + counts.missing === 0 ? 0 : 1)

async function runWhole({ run }: Part) {
  for (const check of await run()) say(check)
}

async function runPlanted({ plants, run }: Part) {
  for (const plant of plants) {
    const missed = (await run(plant)).find(({ isSo }) => !isSo)
    say({ what: `planted: ${plant}; ${missed?.what ?? 'nothing was found'}`, isSo: missed !== undefined })
  }
}

function canRun({ programs, needsRoot = false }: Part): boolean {
  const missing = Object.entries(programs).filter(([program]) => spawnSync('which', [program]).status !== 0)
  for (const [program, of] of missing) {
    console.log(`  · ${program} is not installed: sudo apt-get install ${of}`)
  }
  const isAllowed = !needsRoot || process.getuid?.() === 0
  if (!isAllowed) console.log('  · only root can try it')
  return missing.length === 0 && isAllowed
}

function say({ what, isSo }: Check) {
  counts[isSo ? 'held' : 'failed']++
  console.log(`  ${isSo ? '✓' : '✗'} ${what}`)
}
