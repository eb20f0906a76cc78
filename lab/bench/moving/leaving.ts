import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../../../testbed/sign-in.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { asOwner } from '../hospitals/owner.ts'
import { memoryOf, startLantern } from '../processes.ts'

export interface Left {
  /** MB of the file. */
  size: number
  seconds: number
  /** MB. */
  growth: number
  /** Milliseconds of the slowest of the requests that were made meanwhile. */
  slowest: number
}

/** Exports the whole hospital, encrypted, and measures how far the server's memory grows and how long others wait. */
export async function exportHospital(hospital: Hospital, start = startLantern): Promise<Left> {
  const id = await confirmedExport(hospital)
  const server = await start(hospital)
  try {
    const token = await (await signIn(server.origin, 'admin')).token()
    for (let times = 0; times < 20; times++) await timeOf(`${server.origin}/api/patients`, token)
    await sleep(1000)
    const before = memoryOf(server.pid)
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid))
    }, 20)
    const times: number[] = []
    let isOver = false
    const asking = (async () => {
      while (!isOver) times.push(await timeOf(`${server.origin}/api/patients`, token))
    })()
    const begin = performance.now()
    const bytes = await download(`${server.origin}/api/exports/${id}/file`, token)
    const seconds = (performance.now() - begin) / 1000
    isOver = true
    await asking
    clearInterval(timer)
    return { size: bytes / 2 ** 20, seconds, growth: most - before, slowest: Math.max(...times) }
  } finally {
    await server.stop()
  }
}

/** An export as it is once an administrator has given a passkey. */
function confirmedExport({ ownerUrl }: Hospital): Promise<string> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into hospital_export (staff_id) select id from staff where email = 'admin@demo.test' returning id`,
    )
    return rows[0]?.id ?? ''
  })
}

async function timeOf(url: string, token: string): Promise<number> {
  const begin = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return performance.now() - begin
}

/** Reads the file without storing it; returns its number of bytes. */
function download(url: string, token: string): Promise<number> {
  return new Promise((done, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    request(url, { method: 'POST', headers }, (answer) => {
      let bytes = 0
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`))
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('end', () => done(bytes))
      answer.once('error', reject)
    })
      .once('error', reject)
      .end(JSON.stringify({ passphrase: 'a lamp in every window of the ward' }))
  })
}
