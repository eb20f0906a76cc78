import type { Hospitals } from './hospitals/hospitals.ts'
import type { TrailSample } from './hospitals/trail.ts'
import { compareSizes } from './latency.ts'
import type { Report } from './report.ts'
import { rounded } from './table.ts'

/** Milliseconds for one page of the trail. */
export const longest = 50

/** Response times of the audit log, for one patient or one member of staff, in a trail of `entries` entries. */
export async function measureTrail(
  hospitals: Hospitals,
  { entries, isKept }: { entries: number; isKept: boolean },
  { add, isQuick }: Report,
): Promise<void> {
  const hospital = await hospitals.openTrail(entries)
  try {
    const lines = linesOf(hospital.trail)
    const figures = (await compareSizes([hospital], () => lines, isQuick ? 1 : 3)).get(hospital)
    for (const line of Object.keys(lines)) {
      const measured = figures?.get(line)
      if (!measured) continue
      add({
        what: `p95, ${line}, ${entries.toLocaleString('en')} entries (${rounded(hospital.trail.gigabytes)} GB)`,
        measured: `p50 ${rounded(measured.p50)} ms (worst ${rounded(measured.worst)})`,
        figure: measured.p95,
        unit: 'ms',
        bound: { most: longest },
      })
    }
  } finally {
    if (!isKept) await hospital.drop()
  }
}

function linesOf({ seenByAll, seenOften, seenRarely, busy, others }: TrailSample): Record<string, string[]> {
  const pages = (query: string, ids: readonly string[]) => ids.map((id) => `/api/audit?${query}=${id}`)
  const days = Array.from({ length: 28 }, (_, place) =>
    new Date(Date.now() - (1 + 10 * place) * 86_400_000).toISOString().slice(0, 10),
  )
  return {
    'who saw a patient who is in every list': pages('patientId', Array<string>(40).fill(seenByAll)),
    'who saw a patient seen often': pages('patientId', seenOften),
    'who saw a patient seen rarely': pages('patientId', seenRarely),
    'what the busiest person did': pages('staffId', Array<string>(40).fill(busy)),
    'what a person did': pages('staffId', others),
    'what the busiest person did up to a day': days.map((to) => `/api/audit?staffId=${busy}&to=${to}`),
  }
}
