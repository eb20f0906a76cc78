import { expect, onTestFinished, test } from 'vitest'
import { type Server, startServer } from '../../testbed/servers.ts'
import { longest } from './audit.ts'
import type { Hospital } from './hospitals/hospitals.ts'
import { type Asked, compareSizes } from './latency.ts'
import { measureMix } from './loads.ts'
import type { Report } from './report.ts'
import { coldStart, exportAll, mostGrowth, mostSeconds } from './single-process.ts'
import { measureLatencies } from './sizes.ts'
import { holds, type Line } from './table.ts'

/** The faults that the bench must find, each in a server that has it, measured and bounded as Lantern is. */

const hospital: Hospital = {
  size: 1,
  ownerUrl: '',
  sample: {
    patients: Array.from({ length: 60 }, (_, number) => ({
      id: String(number),
      mrn: `MRN${1000 + number}`,
      first: 'Ada',
      last: 'Okafor',
      phone: '+1 200 555 0100',
      email: null,
      born: '1980-04-10',
    })),
    doctors: ['a doctor'],
    today: '2026-11-21',
  },
}

async function careless(fault: { LATE?: string; SLOW?: string; LEAK?: string }): Promise<Server> {
  const server = await startServer({ name: 'careless', words: ['lab/bench/careless.ts'], env: fault })
  onTestFinished(() => server.kill())
  return server
}

async function asked(fault: Parameters<typeof careless>[0]): Promise<Asked> {
  const { origin, stop } = await careless(fault)
  return { origin, token: async () => 'anything', stop }
}

/** A report that keeps the lines, with enough effort to find the planted faults. */
function reportTo(lines: Line[]): Report {
  return {
    wanted: () => true,
    isQuick: true,
    connections: [10],
    effort: { rounds: 1, seconds: 2 },
    add: (line) => void lines.push(line),
  }
}

test('under a mix of calls, answers that wait and memory that is not given back are found', {
  timeout: 90_000,
}, async () => {
  const lines: Line[] = []
  const pair = {
    hospital,
    // Longer than the delays that other tests cause on a busy machine.
    lantern: await careless({ SLOW: '900', LEAK: '8' }),
    floor: await careless({}),
    desk: { token: async () => 'anything' },
    stop: async () => {},
  }
  await measureMix(pair, reportTo(lines))
  expect(lines.map(({ unit }) => unit)).toEqual(['×', 'MB'])
  expect(lines.map(holds), JSON.stringify(lines)).toEqual([false, false])
})

test('a large hospital that makes people wait is found beside a small one', async () => {
  const lines: Line[] = []
  const pair: [Hospital, Hospital] = [hospital, { ...hospital, size: 1_000_000 }]
  const paths = Array<string>(4).fill('/api/patients?search=okafor')
  const linesOf = () => ({ search: [3, paths] as [number, string[]] })
  await measureLatencies(
    pair,
    ({ size }) => `${size} patients`,
    linesOf,
    reportTo(lines),
    ({ size }) => asked(size > 1 ? { SLOW: '600' } : {}),
  )
  expect(lines.map(holds)).toEqual([false])
})

test('a page of the trail that takes long is found, and by its slowest answers', async () => {
  const lines = { trail: Array<string>(4).fill('/api/audit') }
  const figures = await compareSizes(
    [hospital],
    () => lines,
    1,
    () => asked({ SLOW: String(2 * longest) }),
  )
  expect(figures.get(hospital)?.get('trail')?.p95).toBeGreaterThan(longest)
})

test('a start that takes long is found', async () => {
  const seconds = await coldStart(hospital, 1, () => careless({ LATE: String(1000 * mostSeconds) }))
  expect(seconds).toBeGreaterThan(mostSeconds)
})

test('an export that is kept in memory is found', async () => {
  const { growth } = await exportAll(hospital, () => careless({ LEAK: String(1.5 * mostGrowth) }))
  expect(growth).toBeGreaterThan(mostGrowth)
})
