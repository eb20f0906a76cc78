// Part of `npm run check`: rooms of a size that one sees, and in an order, so that none imports what imports it.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const mostFiles = 20
/** Test helpers use several rooms at once. */
const story = /\.test\.tsx?$|(^|[/-])(examples|factories)\.tsx?$|^(server|web)\/testing\//
const imports = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g

const files = globSync('{contract,server,web,e2e,bench,chaos,simulate,attack,scripts}/**/*.*')
  .map(slashed)
  .toSorted()
const faults = [...crowded(), ...circles()]
if (faults.length > 0) console.error(faults.join('\n'))
process.exitCode = faults.length > 0 ? 1 : 0

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

function crowded(): string[] {
  const counts = Map.groupBy(files, dirname)
  counts.delete('server/db/migrations')
  return [...counts]
    .filter(([, within]) => within.length > mostFiles)
    .map(([folder, within]) => `${folder} holds ${within.length} files, more than ${mostFiles}.`)
}

/** A room and one that it imports, with an import that says so. */
interface Arrow {
  from: string
  to: string
  by: string
}

/** Rooms are the folders below server/ and web/, and those of one noun among each other. */
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
