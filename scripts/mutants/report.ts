// The report of a run: faults found and missed, in all and by area of rules.
import { type Area, areas, bounds } from './areas.ts'
import type { Fault } from './faults.ts'
import type { Verdict } from './judge.ts'

const isFound = ({ outcome }: Verdict) => outcome === 'found' || outcome === 'late'

/**
 * Prints the report, and returns whether every share is as high as it must be. The sample has more faults in rules than
 * elsewhere, so the total share weights each area by its number of faults.
 */
export function printReport(
  sample: readonly Fault[],
  verdicts: readonly Verdict[],
  all: readonly Fault[],
  isWeighted: boolean,
): boolean {
  const areaAt = (verdict: Verdict) => sample[verdict.place]?.area ?? 'the rest'
  const byArea = Map.groupBy(verdicts, areaAt)
  const rows = [...(Object.keys(areas) as Area[]), 'the rest' as const].flatMap((area) => {
    const judged = byArea.get(area) ?? []
    const share = judged.filter(isFound).length / judged.length
    const faults = all.filter((fault) => fault.area === area).length
    return judged.length > 0 ? [{ area, judged, share, faults }] : []
  })
  for (const verdict of verdicts.filter((each) => !isFound(each))) {
    const fault = sample[verdict.place]
    if (fault)
      console.log(`${verdict.outcome === 'unreached' ? 'no test reaches' : 'survived'}: ${describe(fault)}`)
  }
  for (const { area, judged, share } of rows) {
    console.log(`${area}: ${judged.filter(isFound).length} of ${judged.length} found${mark(share, area)}`)
  }
  const weight = rows.reduce((sum, { faults }) => sum + faults, 0)
  const inAll = isWeighted
    ? rows.reduce((sum, { share, faults }) => sum + (share * faults) / weight, 0)
    : verdicts.filter(isFound).length / verdicts.length
  const late = verdicts.filter(({ outcome }) => outcome === 'late').length
  console.log(
    `mutants: ${verdicts.filter(isFound).length} of ${verdicts.length} found (${late} of them by a test that did not end), ${percent(inAll)} in all${mark(inAll, 'all')}`,
  )
  if (verdicts.length < sample.length)
    console.log(`${sample.length - verdicts.length} were not judged: the time was up.`)
  return inAll >= bounds.all / 100 && rows.every(({ share, area }) => share >= bounds[area] / 100)
}

function mark(share: number, area: Area | 'all'): string {
  const bound = bounds[area]
  return bound > 0 && share < bound / 100 ? ` ✗ (${bound} in 100 have to be)` : ''
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** A fault's place and change, on one line. */
export function describe({ file, line, kind, original, replacement }: Fault): string {
  const [one, other] = differing(flat(original), flat(replacement))
  return `${file}:${line} ${kind}: ${short(one)} → ${short(other)}`
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function short(text: string): string {
  return text.length > 110 ? `${text.slice(0, 110)}…` : text || 'nothing'
}

/** The part in which two long texts differ, with some context. */
function differing(one: string, other: string): [string, string] {
  if (one.length < 110 || other.length < 40) return [one, other]
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  const start = Math.max(0, from - 30)
  return [one.slice(start, from + 60), other.slice(start, from + 60)]
}
