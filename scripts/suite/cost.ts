// The cost of a run, in seconds of a core. Its duration would say more about a shared machine than about the tests.
import { scryptSync } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'

/** The cost of one part of a run: a test file, or a service for many of them. */
export interface Cost {
  part: string
  /** Seconds of a core. */
  seconds: number
}

/** The share of its file's cost that one test took. */
export interface StoryCost extends Cost {
  title: string
  /** The reason why it may be expensive, from its `dear` annotation. */
  reason?: string | undefined
}

/** The file that the processes of a run write their costs to. */
const costsFile = process.env.LANTERN_COSTS

export function noteCost(part: string, seconds: number): void {
  note({ part, seconds })
}

export function noteStory(story: StoryCost): void {
  note(story)
}

function note(cost: Cost | StoryCost): void {
  if (costsFile) appendFileSync(costsFile, `${JSON.stringify(cost)}\n`)
}

/** The costs that a run noted, summed by part, the most expensive first. */
export function readCosts(file: string): Cost[] {
  const sums = new Map<string, number>()
  for (const { part, seconds } of readNotes(file)) sums.set(part, (sums.get(part) ?? 0) + seconds)
  return [...sums]
    .map(([part, seconds]) => ({ part, seconds }))
    .toSorted((one, other) => other.seconds - one.seconds)
}

/** The tests that a run recorded, the most expensive first. */
export function readStories(file: string): StoryCost[] {
  return readNotes(file)
    .filter((cost) => 'title' in cost)
    .toSorted((one, other) => other.seconds - one.seconds)
}

function readNotes(file: string): (Cost | StoryCost)[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line): Cost | StoryCost => JSON.parse(line))
}

/** Linux counts the time of processes in hundredths of a second, whatever the frequency of its own clock is. */
const ticksPerSecond = 100

/**
 * How many seconds of a core a process has taken, with its children, including those that have ended. On other systems
 * than Linux, it is the time of this process alone.
 */
export function coreSeconds(pid = process.pid): number {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage()
    return pid === process.pid ? (user + system) / 1e6 : 0
  }
  const processes = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const found = readStat(Number(name))
    if (found) processes.set(Number(name), found)
  }
  const children = Map.groupBy(processes.keys(), (one) => processes.get(one)?.parent)
  const ticksOf = (one: number): number =>
    (processes.get(one)?.ticks ?? 0) +
    (children.get(one) ?? []).reduce((sum, child) => sum + ticksOf(child), 0)
  return ticksOf(pid) / ticksPerSecond
}

function readStat(pid: number): { parent: number; ticks: number } | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // The process has ended.
    return undefined
  }
  // The name in parentheses may contain spaces; proc(5) counts its fields from 1, and the state after it is the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, ...ticks] = [4, 14, 15, 16, 17].map((field) => Number(fields[field - 3]))
  return { parent: parent ?? 0, ticks: ticks.reduce((sum, one) => sum + one, 0) }
}

/**
 * How many seconds of a core a fixed piece of work takes on this machine now: hashing, which tests do for passwords,
 * and JSON, sorting and patterns, for everything else. A run's cost is a multiple of it. It is measured several times,
 * because on a shared machine two times differ by up to a quarter.
 */
export function timeFixedWork(times: number): number[] {
  return Array.from({ length: times }, timeFixedWorkOnce)
}

function timeFixedWorkOnce(): number {
  const before = process.cpuUsage()
  for (let round = 0; round < 24; round++) {
    scryptSync('turn-the-wick-down', 'lantern', 32, { N: 8192 })
    const rows = Array.from({ length: 30_000 }, (_, place) => ({
      id: (place * 7919) % 30_011,
      name: `Patient ${place}`,
    }))
    const read: typeof rows = JSON.parse(JSON.stringify(rows))
    read.sort((one, other) => one.id - other.id || one.name.localeCompare(other.name))
    read.filter(({ name }) => /9\d*7$/.test(name))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
