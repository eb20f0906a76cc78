// The load generator, in a process of its own: reads one job from its parent, sends its figures back.
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { benchName } from './hospitals.ts'

export interface Job {
  origin: string
  token: string
  connections: number
  seconds: number
  /** Sent one after the other on every connection, over and over. */
  calls: Call[]
  /** Where the numbering of what is created begins: nothing is created twice. */
  firstNumber: number
  booking: { patients: string[]; doctors: string[]; firstDay: string }
}

export type Call = { kind: 'read'; path: string } | { kind: 'register' } | { kind: 'book' }

export interface Figures {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers other than success. */
  failed: number
  /** Created in this job. */
  created: number
}

/** Days ahead over which bookings are spread, as they are at a desk. */
const bookedDays = 28

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
    const make = call.kind === 'register' ? registration : booking
    return {
      setupRequest: (request) => {
        const made = posted(
          call.kind === 'register' ? '/api/patients' : '/api/appointments',
          make(job, number++),
        )
        return Object.assign(request, made)
      },
    }
  })
  const result = await autocannon({
    url: job.origin,
    connections: job.connections,
    duration: job.seconds,
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

function registration(_job: Job, number: number) {
  return {
    firstName: benchName,
    lastName: benchName,
    dateOfBirth: '1984-02-29',
    gender: 'FEMALE',
    contactNumber: `+1 200 555 ${String(number % 10_000).padStart(4, '0')}`,
    email: `bench${number}@example.com`,
    address: '1 Measuring Lane, Riverside',
  }
}

/** Each number is another minute of another doctor on another day. */
function booking({ booking: { patients, doctors, firstDay } }: Job, number: number) {
  const slot = Math.floor(number / bookedDays / doctors.length)
  const date = new Date(Date.parse(firstDay) + (number % bookedDays) * 86_400_000)
  return {
    patientId: patients[slot % patients.length],
    doctorId: doctors[Math.floor(number / bookedDays) % doctors.length],
    date: date.toISOString().slice(0, 10),
    time: `${String(Math.floor((slot % 1440) / 60)).padStart(2, '0')}:${String(slot % 60).padStart(2, '0')}`,
    type: 'GENERAL',
    notes: 'Cough for two weeks',
  }
}

process.once('message', async (job: Job) => {
  process.send?.(await generate(job))
  process.disconnect()
})
