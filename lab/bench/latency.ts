import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { signIn } from '../../testbed/sign-in.ts'
import type { Questions } from './asker.ts'
import type { Hospital } from './hospitals/hospitals.ts'
import { quantile } from './measure.ts'
import { startLantern } from './processes.ts'

export interface Latency {
  /** Milliseconds. */
  p50: number
  p95: number
  worst: number
  count: number
}

/** A server, with a client that queries it. */
export interface Asked {
  origin: string
  token(): Promise<string>
  stop(): Promise<void>
}

async function openLantern(hospital: Hospital): Promise<Asked> {
  const { origin, stop } = await startLantern(hospital)
  return { origin, ...(await signIn(origin, 'admin')), stop }
}

/** They are not counted: a hospital's server has been running for weeks, with its code compiled and its plans made. */
const warmingRounds = 4

/** Response times of one person's requests, sent one after another, by hospital and line. The hospitals alternate. */
export async function compareSizes<H extends Hospital>(
  hospitals: readonly H[],
  pathsOf: (hospital: H) => Record<string, string[]>,
  rounds: number,
  open: (hospital: H) => Promise<Asked> = openLantern,
): Promise<Map<H, Map<string, Latency>>> {
  const asker = openAsker()
  const servers: { hospital: H; server: Asked; paths: Record<string, string[]> }[] = []
  try {
    for (const hospital of hospitals) {
      servers.push({ hospital, server: await open(hospital), paths: pathsOf(hospital) })
    }
    const figures = new Map(hospitals.map((hospital) => [hospital, new Map<string, Latency>()]))
    for (const line of Object.keys(servers[0]?.paths ?? {})) {
      const times = new Map<H, number[]>()
      for (let round = -warmingRounds; round < rounds; round++) {
        for (const { hospital, server, paths } of servers) {
          const { origin } = server
          const measured = await asker.timesOf({
            origin,
            token: await server.token(),
            paths: paths[line] ?? [],
          })
          if (round >= 0) times.set(hospital, [...(times.get(hospital) ?? []), ...measured])
        }
      }
      for (const [hospital, measured] of times) figures.get(hospital)?.set(line, latencyOf(measured))
    }
    return figures
  } finally {
    asker.close()
    for (const { server } of servers) await server.stop()
  }
}

/** A process that asks, and is answered with milliseconds. */
function openAsker() {
  const child = fork(resolve(import.meta.dirname, 'asker.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    timesOf: (questions: Questions) =>
      new Promise<number[]>((done, reject) => {
        const failed = (code: number | null) => reject(new Error(`The requests ended with ${code}.`))
        child.once('exit', failed)
        child.once('message', (times) => {
          child.off('exit', failed)
          done(times as number[])
        })
        child.send(questions)
      }),
    close: () => child.disconnect(),
  }
}

function latencyOf(times: number[]): Latency {
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    worst: Math.max(...times),
    count: times.length,
  }
}
