import { daysAfter } from '../../contract/days.ts'
import type { Hospital, Hospitals, Store } from './hospitals/hospitals.ts'
import { storePaths } from './hospitals/store.ts'
import { type Asked, compareSizes } from './latency.ts'
import type { Report } from './report.ts'
import { rounded } from './table.ts'
import { searchKinds, searchPaths } from './terms.ts'

type Lines = Record<string, [most: number | null, paths: string[]]>

export async function measureSizes(pair: [Hospital, Hospital], report: Report): Promise<void> {
  await measureLatencies(
    pair,
    ({ size }) => `${size.toLocaleString('en')} patients`,
    (hospital) => ({
      ...(report.wanted('search-sizes') && searchLines(hospital)),
      ...(report.wanted('sizes') && screenLines(hospital)),
    }),
    report,
  )
}

export async function measureStores(
  hospitals: Hospitals,
  sizes: readonly number[],
  report: Report,
): Promise<void> {
  const stores: Store[] = []
  for (const items of sizes) stores.push(await hospitals.openStore(items))
  const [smallest, largest] = [stores[0], stores.at(-1)]
  if (!smallest || !largest || smallest === largest) return
  const name = ({ size }: Hospital) => `${size.toLocaleString('en')} items`
  await measureLatencies([smallest, largest], name, ({ items }) => storePaths(items), report)
}

function searchLines(hospital: Hospital): Lines {
  const kinds = searchKinds(hospital)
  return {
    'search, all kinds': [3, searchPaths(Object.values(kinds).flat())],
    ...Object.fromEntries(
      Object.entries(kinds).map(([kind, terms]) => [`search by ${kind}`, [null, searchPaths(terms)]]),
    ),
  }
}

/** The requests of the screens that people open most. */
function screenLines({ sample }: Hospital): Lines {
  const often = (paths: string[]) => Array.from({ length: 60 }, () => paths).flat()
  const people = sample.patients.filter((_patient, index) => index % 25 === 0)
  return {
    dashboard: [
      2,
      often([
        '/api/dashboard/summary',
        '/api/dashboard/appointments/stats',
        '/api/dashboard/beds/stats',
        '/api/appointments/queue',
      ]),
    ],
    analytics: [
      2,
      often(
        ['/api/analytics/visits', '/api/analytics/stays', '/api/analytics/store'].map(
          (path) => `${path}?${quarter()}`,
        ),
      ),
    ],
    'today’s queue': [2, often(['/api/appointments/queue'])],
    'bed board': [2, often(['/api/beds'])],
    'a patient’s record': [
      2,
      people.flatMap(({ id }) =>
        ['', '/appointments', '/admissions'].map((part) => `/api/patients/${id}${part}`),
      ),
    ],
  }
}

/** The last ninety days, as a query. */
function quarter(): string {
  const today = new Date().toISOString().slice(0, 10)
  return `from=${daysAfter(today, -89)}&to=${today}`
}

/** Response times for one person at the larger hospital, compared with the smaller one. */
export async function measureLatencies<H extends Hospital>(
  [smallest, largest]: [H, H],
  nameOf: (hospital: Hospital) => string,
  linesOf: (hospital: H) => Lines,
  { add, isQuick }: Report,
  open?: (hospital: H) => Promise<Asked>,
): Promise<void> {
  const paths = (hospital: H) =>
    Object.fromEntries(Object.entries(linesOf(hospital)).map(([line, [, asked]]) => [line, asked]))
  const figures = await compareSizes([smallest, largest], paths, isQuick ? 1 : 3, open)
  for (const [line, [most]] of Object.entries(linesOf(largest))) {
    const [small, large] = [figures.get(smallest)?.get(line), figures.get(largest)?.get(line)]
    if (!small || !large) continue
    add({
      what: `p95, ${line}, ${nameOf(largest)} against ${nameOf(smallest)}`,
      measured: `${rounded(large.p95)} ms (worst ${rounded(large.worst)})`,
      floor: `${rounded(small.p95)} ms (worst ${rounded(small.worst)})`,
      figure: large.p95 / small.p95,
      unit: '×',
      bound: most === null ? null : { most },
    })
  }
}
