// The cost of a run: its ten most expensive parts, its total, and the parts that cost more than on record (costs.json).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cost, StoryCost } from './cost.ts'
import { tier } from './tiers.ts'

/** Costs as multiples of the fixed piece of work, so that figures of different machines can be compared. */
interface Recorded {
  total: number
  /** Empty if only the total is known. */
  parts: Record<string, number>
}

export interface Bill {
  text: string
  recorded: Recorded
  /** If the total is more than a fifth above the recorded one: a sentence about it, and one for each part that grew. */
  dearer: string[]
  /** Whether the total is more than half above the recorded one. */
  isTooDear: boolean
}

const file = join(import.meta.dirname, 'costs.json')

/** @param fixedWork how many seconds of a core the fixed piece of work took, measured several times in the run */
export function billOf(
  costs: readonly Cost[],
  fixedWork: readonly number[],
  minutes: number,
  before: Recorded | undefined,
): Bill {
  const unit = unitOf(fixedWork)
  const seconds = costs.reduce((sum, cost) => sum + cost.seconds, 0)
  const recorded: Recorded = {
    total: rounded(seconds / unit),
    parts: Object.fromEntries(costs.map((cost) => [cost.part, rounded(cost.seconds / unit)])),
  }
  const limit = before ? before.total : Number.POSITIVE_INFINITY
  return {
    text: [
      '',
      'Dearest, in seconds of a core:',
      ...costs.slice(0, 10).map((cost) => `${cost.seconds.toFixed(1).padStart(8)}  ${cost.part}`),
      `cost: ${seconds.toFixed(0)} s of a core, ${recorded.total} × a fixed piece of work of ${unit.toFixed(2)} s, in ${minutes.toFixed(1)} min${before ? ` (on record: ${before.total} ×)` : ''}`,
    ].join('\n'),
    recorded,
    dearer: recorded.total > limit * 1.2 && before ? grown(before, recorded) : [],
    isTooDear: recorded.total > limit * 1.5,
  }
}

/** The most a test may cost without giving a reason: 4 seconds of a core if the fixed work takes 0.72. */
const dearFrom = 4 / 0.72

/** A sentence for each expensive test that gives no reason. */
export function dearStories(stories: readonly StoryCost[], fixedWork: readonly number[]): string[] {
  const unit = unitOf(fixedWork)
  return stories
    .filter(({ seconds, reason }) => seconds / unit > dearFrom && !reason)
    .map(
      ({ part, title, seconds }) =>
        `dear: ${part}: ${title}, ${seconds.toFixed(1)} s of a core, and no reason`,
    )
}

/** The median time of the fixed work. */
function unitOf(fixedWork: readonly number[]): number {
  return fixedWork.toSorted((one, other) => one - other)[Math.floor(fixedWork.length / 2)] ?? 1
}

/** The last recorded cost of this tier. */
export function onRecord(): Recorded | undefined {
  return readRecord()[tier]
}

export function record({ recorded }: Bill): void {
  writeFileSync(file, `${JSON.stringify({ ...readRecord(), [tier]: recorded }, null, 2)}\n`)
}

function grown(before: Recorded, now: Recorded): string[] {
  const isDetailed = Object.keys(before.parts).length > 0
  const parts = Object.entries(isDetailed ? now.parts : {})
    .map(([part, cost]) => ({ part, more: cost - (before.parts[part] ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((one, other) => other.more - one.more)
    .slice(0, 10)
  return [
    `dearer: ${now.total} × the fixed piece of work, ${before.total} × on record`,
    ...parts.map(({ part, more }) => `dearer: ${part}, by ${rounded(more)} ×`),
  ]
}

function readRecord(): Partial<Record<typeof tier, Recorded>> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function rounded(multiple: number): number {
  return Math.round(multiple * 10) / 10
}
