import { Agent, request } from 'node:http'
import { signIn } from '../../testbed/sign-in.ts'
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

/** Response times of one person's requests, sent one after another, by hospital and line. The hospitals alternate. */
export async function compareSizes<H extends Hospital>(
  hospitals: readonly H[],
  pathsOf: (hospital: H) => Record<string, string[]>,
  rounds: number,
  open: (hospital: H) => Promise<Asked> = openLantern,
): Promise<Map<H, Map<string, Latency>>> {
  const servers: { hospital: H; server: Asked; paths: Record<string, string[]> }[] = []
  try {
    for (const hospital of hospitals) {
      servers.push({ hospital, server: await open(hospital), paths: pathsOf(hospital) })
    }
    const figures = new Map(hospitals.map((hospital) => [hospital, new Map<string, Latency>()]))
    for (const line of Object.keys(servers[0]?.paths ?? {})) {
      const times = new Map<H, number[]>()
      // The first round fills caches, and is not counted.
      for (let round = -1; round < rounds; round++) {
        for (const { hospital, server, paths } of servers) {
          const measured = await timesOf(server.origin, await server.token(), paths[line] ?? [])
          if (round >= 0) times.set(hospital, [...(times.get(hospital) ?? []), ...measured])
        }
      }
      for (const [hospital, measured] of times) figures.get(hospital)?.set(line, latencyOf(measured))
    }
    return figures
  } finally {
    for (const { server } of servers) await server.stop()
  }
}

async function timesOf(origin: string, token: string, paths: string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const path of paths) {
    const begin = performance.now()
    await get(`${origin}${path}`, token, agent)
    times.push(performance.now() - begin)
  }
  agent.destroy()
  return times
}

function get(url: string, token: string, agent: Agent): Promise<void> {
  return new Promise((done, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`))
      answer.resume().once('end', done)
    })
    asked.once('error', reject).end()
  })
}

function latencyOf(times: number[]): Latency {
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    worst: Math.max(...times),
    count: times.length,
  }
}
