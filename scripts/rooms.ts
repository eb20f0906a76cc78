// Part of `npm run check`: folders must not have too many files, and must not import one another in a circle.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const mostFiles = 30
/** The domains, which have the same names in each of the three parts. */
const domains = ['people', 'front-desk', 'wards', 'clinical', 'store', 'figures', 'hospital']
/** Folders of a part that belong to no domain. */
const besides: Readonly<Record<string, readonly string[]>> = {
  contract: ['api', 'search'],
  server: ['ground', 'testing', 'demo'],
  web: ['ground', 'testing', 'routes', 'public', 'public-pages'],
}
/** Folders that may hold a single file, and why. */
const single: Readonly<Record<string, string>> = {
  'server/ground/db/migrations': 'each change of the schema adds a file',
  'server/people/account-links': 'a noun whose rows and rules are those of the sign-in',
}
/** Tests and their helpers may use several folders at once. */
const story = /\.test\.tsx?$|^(server|web)\/testing\//
const imports = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g

const files = globSync('{contract,server,web,e2e,lab,scripts,testbed}/**/*.*').map(slashed).toSorted()
const faults = [...crowded(), ...lonely(), ...ofNoDomain(), ...circles()]
if (faults.length > 0) console.error(faults.join('\n'))
process.exitCode = faults.length > 0 ? 1 : 0

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

function crowded(): string[] {
  const counts = Map.groupBy(files, dirname)
  counts.delete('server/ground/db/migrations')
  return [...counts]
    .filter(([, within]) => within.length > mostFiles)
    .map(([folder, within]) => `${folder} holds ${within.length} files, more than ${mostFiles}.`)
}

/** Folders with one file and no other folder: a further name that groups nothing. */
function lonely(): string[] {
  return [...Map.groupBy(files, dirname)]
    .filter(([folder, within]) => within.length === 1 && !(folder in single))
    .filter(([folder]) => !files.some((file) => dirname(file).startsWith(`${folder}/`)))
    .map(([folder]) => `${folder} holds a single file, and scripts/rooms.ts has no reason for it.`)
}

function ofNoDomain(): string[] {
  const rooms = files.map((file) => file.split('/').slice(0, -1))
  const strange = rooms.filter(
    ([part = '', room]) =>
      room !== undefined && besides[part] && ![...besides[part], ...domains].includes(room),
  )
  return [...new Set(strange.map(([part, room]) => `${part}/${room}`))].map(
    (room) => `${room} is neither the ground nor a domain of the hospital.`,
  )
}

/** An import of one folder from another. */
interface Arrow {
  from: string
  to: string
  by: string
}

/** The folders in question: the ground and the domains of a part, the folders of one domain, and those of one noun. */
function arrowOf(importing: string, imported: string): Arrow | undefined {
  const [one, other] = [importing.split('/'), imported.split('/')]
  const depth = one.findIndex((part, place) => part !== other[place])
  const areRooms = depth > 0 && depth < one.length - 1 && depth < other.length - 1
  if (!areRooms) return undefined
  const room = (parts: string[]) => parts.slice(0, depth + 1).join('/')
  return { from: room(one), to: room(other), by: `${importing} → ${imported}` }
}

function circles(): string[] {
  const arrows = new Map<string, Arrow>()
  for (const file of files) {
    if (!/^(server|web)\/.*\.tsx?$/.test(file) || story.test(file)) continue
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      const arrow = arrowOf(file, slashed(join(dirname(file), path)))
      if (arrow) arrows.set(`${arrow.from} → ${arrow.to}`, arrow)
    }
  }
  const next = Map.groupBy(arrows.values(), ({ from }) => from)

  function reaches(from: string, sought: string, seen = new Set<string>()): boolean {
    if (from === sought) return true
    if (seen.has(from)) return false
    seen.add(from)
    return (next.get(from) ?? []).some(({ to }) => reaches(to, sought, seen))
  }

  return [...arrows]
    .filter(([, { from, to }]) => reaches(to, from))
    .map(([words, { by }]) => `${words} is part of a circle: ${by}`)
}
