import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../../testbed/sign-in.ts'
import type { Hospital } from './hospitals/hospitals.ts'
import { median } from './measure.ts'
import { memoryOf, startLantern } from './processes.ts'

/** The bounds of the two lines. */
export const mostSeconds = 0.7
export const mostGrowth = 64

/** Seconds from the start of the server process until it is ready, with the database already running. */
export async function coldStart(hospital: Hospital, times: number, start = startLantern): Promise<number> {
  const measured: number[] = []
  for (let time = 0; time < times; time++) {
    const server = await start(hospital)
    measured.push(server.startTime / 1000)
    await server.stop()
  }
  return median(measured)
}

export interface Exported {
  rows: number
  seconds: number
  /** MB. */
  before: number
  growth: number
}

/** Exports the whole list as CSV, and measures how far the server's memory grows. */
export async function exportAll(hospital: Hospital, start = startLantern): Promise<Exported> {
  const server = await start(hospital)
  try {
    const desk = await signIn(server.origin, 'receptionist')
    const token = await desk.token()
    await download(`${server.origin}/api/patients/export?search=patel`, token)
    await sleep(1000)
    const before = memoryOf(server.pid)
    let most = before
    const look = () => {
      most = Math.max(most, memoryOf(server.pid))
    }
    const timer = setInterval(look, 50)
    const begin = performance.now()
    const rows = await download(`${server.origin}/api/patients/export`, token).finally(() => {
      clearInterval(timer)
      look()
    })
    return { rows, seconds: (performance.now() - begin) / 1000, before, growth: most - before }
  } finally {
    await server.stop()
  }
}

/** Reads a response without storing it; returns its number of CSV records, without the header. */
function download(url: string, token: string): Promise<number> {
  return new Promise((done, reject) => {
    request(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let ends = 0
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`))
      answer.on('data', (chunk: Buffer) => {
        // Records end with CR LF; the line ends within a cell are LF alone.
        for (let at = chunk.indexOf(13); at !== -1; at = chunk.indexOf(13, at + 1)) ends++
      })
      answer.once('end', () => done(ends - 1))
      answer.once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}
