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
  /** MB from the first byte: the key of a passphrase takes 64 MB before, for a moment, as it does of those who guess. */
  growth: number
  /** The longest time, in milliseconds, that another request waited. */
  held: number
}

const warmUp = 1500

/** Exports the whole hospital, encrypted, and measures how far the server's memory grows and how long it holds others up. */
export async function exportHospital(hospital: Hospital, start = startLantern): Promise<Left> {
  const id = await confirmedExport(hospital)
  const server = await start(hospital)
  try {
    const token = await (await signIn(server.origin, 'admin')).token()
    // Warm up first, because the growth must not include memory that requests take.
    for (let times = 0; times < warmUp; times++) {
      await timeOf(`${server.origin}/livez`)
      await sleep(10)
    }
    const before = memoryOf(server.pid)
    let most = 0
    let timer: NodeJS.Timeout | undefined
    const watch = () => {
      timer = setInterval(() => {
        most = Math.max(most, memoryOf(server.pid))
      }, 20)
    }
    const times: number[] = []
    let isOver = false
    const asking = (async () => {
      for (; !isOver; await sleep(10)) times.push(await timeOf(`${server.origin}/livez`))
    })()
    const begin = performance.now()
    const bytes = await download(`${server.origin}/api/exports/${id}/file`, token, watch)
    const seconds = (performance.now() - begin) / 1000
    isOver = true
    await asking
    clearInterval(timer)
    return { size: bytes / 2 ** 20, seconds, growth: most - before, held: Math.max(...times) }
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

async function timeOf(url: string): Promise<number> {
  const begin = performance.now()
  await (await fetch(url)).arrayBuffer()
  return performance.now() - begin
}

/** Reads the file without storing it; returns its number of bytes. */
function download(url: string, token: string, begun: () => void): Promise<number> {
  return new Promise((done, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    request(url, { method: 'POST', headers }, (answer) => {
      let bytes = 0
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`))
      answer.once('data', begun)
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
