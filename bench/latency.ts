import { Agent, request } from 'node:http'
import type { Hospital } from './hospitals.ts'
import { quantile } from './measure.ts'
import { type Running, type SignIn, signIn, startLantern } from './processes.ts'
import { searchKinds } from './terms.ts'

export interface Latency {
  /** Milliseconds. */
  p50: number
  p95: number
  worst: number
  count: number
}

/** One person who asks one thing after the other: how long each answer takes, by hospital, in alternating order. */
export async function compareSizes(
  hospitals: Hospital[],
  rounds: number,
): Promise<Map<string, Map<number, Latency>>> {
  const servers: { hospital: Hospital; server: Running; desk: SignIn }[] = []
  try {
    for (const hospital of hospitals) {
      const server = await startLantern(hospital)
      servers.push({ hospital, server, desk: await signIn(server.origin, 'receptionist') })
    }
    const figures = new Map<string, Map<number, Latency>>()
    for (const line of [
      'search',
      'today',
      'summary',
      ...Object.keys(searchKinds(hospitals[0] as Hospital)),
    ]) {
      const times = new Map<number, number[]>()
      // The first round warms what there is to warm.
      for (let round = -1; round < rounds; round++) {
        for (const { hospital, server, desk } of servers) {
          const measured = await timesOf(server.origin, await desk.token(), pathsOf(line, hospital))
          if (round >= 0) times.set(hospital.size, [...(times.get(hospital.size) ?? []), ...measured])
        }
      }
      figures.set(line, new Map([...times].map(([size, measured]) => [size, latencyOf(measured)])))
    }
    return figures
  } finally {
    for (const { server } of servers) await server.stop()
  }
}

function pathsOf(line: string, hospital: Hospital): string[] {
  if (line === 'today') return Array.from({ length: 60 }, () => '/api/appointments/today')
  if (line === 'summary') return Array.from({ length: 60 }, () => '/api/patients/summary')
  const kinds = searchKinds(hospital)
  const terms = kinds[line] ?? Object.values(kinds).flat()
  return terms.map((term) => `/api/patients?search=${encodeURIComponent(term)}`)
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
