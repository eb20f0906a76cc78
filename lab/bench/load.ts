// The load generator, in a process of its own: reads one job from its parent, and sends the figures back.
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { booking, registration } from './hospitals/forms.ts'
import type { Sample } from './hospitals/sample.ts'

export interface Job {
  origin: string
  token: string
  connections: number
  seconds: number
  /** The number of requests after which the load ends, however long it takes. */
  amount?: number
  /** The calls that each connection sends one after another, again and again. */
  calls: Call[]
  /** The first number of the records to create, so that none is created twice. */
  firstNumber: number
  sample: Sample
}

export type Call = { kind: 'read'; path: string } | { kind: 'register' } | { kind: 'book'; inHours?: boolean }

export interface Figures {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** The number of responses other than success. */
  failed: number
  /** The number of records that this job created. */
  created: number
}

async function generate(job: Job): Promise<Figures> {
  let number = job.firstNumber
  const authorization = `Bearer ${job.token}`
  const posted = (path: string, body: object) => ({
    method: 'POST' as const,
    path,
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  const requests = job.calls.map((call): autocannon.Request => {
    if (call.kind === 'read') return { method: 'GET', path: call.path, headers: { authorization } }
    return {
      setupRequest: (request) => {
        const made =
          call.kind === 'register'
            ? posted('/api/patients', registration(job.sample, number++))
            : posted('/api/appointments', booking(job.sample, number++, call.inHours))
        return Object.assign(request, made)
      },
    }
  })
  const result = await autocannon({
    url: job.origin,
    connections: job.connections,
    ...(job.amount ? { amount: job.amount } : { duration: job.seconds }),
    requests,
  })
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
    created: number - job.firstNumber,
  }
}

process.once('message', async (job: Job) => {
  process.send?.(await generate(job))
  process.disconnect()
})
