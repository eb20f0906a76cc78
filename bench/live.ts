import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchName } from './hospitals/forms.ts'
import type { Hospital } from './hospitals/hospitals.ts'
import { quantile } from './measure.ts'
import { type Running, type SignIn, signIn, startLantern } from './processes.ts'

export interface LiveFigures {
  streams: number
  changes: number
  /** Milliseconds from sending the write to one process until a stream of the other tells it. */
  p50: number
  p99: number
  /** Changes that a stream was not told, neither by themselves nor by a resync after its reconnection. */
  missed: number
  restarts: number
}

/** Changes on one server process, screens on another that is restarted in between. */
export async function liveLatency(
  hospital: Hospital,
  streams: number,
  changes: number,
): Promise<LiveFigures> {
  const writer = await startLantern(hospital)
  let teller = await startLantern(hospital)
  const desk = await signIn(writer.origin, 'receptionist')
  const screens = Array.from({ length: streams }, () => new Screen())
  try {
    const token = await desk.token()
    await Promise.all(screens.map((screen) => screen.open(teller.origin, token)))
    const seen = await changeAndWatch(writer, desk, screens, changes)

    // Away and back: what changed meanwhile is covered by the resync that each stream begins with.
    await teller.stop()
    await changeAndWatch(writer, desk, [], 5)
    teller = await startLantern(hospital)
    const again = await desk.token()
    await Promise.all(screens.map((screen) => screen.open(teller.origin, again)))
    const unsynced = screens.filter((screen) => !screen.isSynced).length
    const after = await changeAndWatch(writer, desk, screens, 20)

    const latencies = [...seen.latencies, ...after.latencies]
    return {
      streams,
      changes: changes + 20,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      missed: seen.missed + after.missed + unsynced,
      restarts: 1,
    }
  } finally {
    for (const screen of screens) screen.close()
    await Promise.all([writer.stop(), teller.stop()])
  }
}

/** One after the other, several a second, as a busy hospital makes them. */
async function changeAndWatch(writer: Running, desk: SignIn, screens: Screen[], changes: number) {
  const token = await desk.token()
  const latencies: number[] = []
  let missed = 0
  for (let change = 0; change < changes; change++) {
    const sentAt = performance.now()
    const id = await registerPatient(writer, token)
    for (let patience = 0; patience < 100 && screens.some((screen) => !screen.told.has(id)); patience++) {
      await sleep(10)
    }
    for (const { told } of screens) {
      const toldAt = told.get(id)
      if (toldAt === undefined) missed++
      else latencies.push(toldAt - sentAt)
    }
    await sleep(100)
  }
  return { latencies, missed }
}

async function registerPatient(writer: Running, token: string): Promise<string> {
  const answer = await fetch(`${writer.origin}/api/patients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: benchName,
      lastName: benchName,
      dateOfBirth: '1984-02-29',
      gender: 'OTHER',
      contactNumber: '+1 200 555 0100',
      address: '1 Measuring Lane, Riverside',
    }),
  })
  const body: unknown = await answer.json()
  if (answer.status !== 201 || typeof body !== 'object' || body === null || !('id' in body)) {
    throw new Error(`Registering was answered with ${answer.status}.`)
  }
  return String(body.id)
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

/** What a browser does: keeps a stream open, notes what it tells. */
class Screen {
  /** When each record's change was told. */
  readonly told = new Map<string, number>()
  isSynced = false
  #answer: IncomingMessage | null = null

  open(origin: string, token: string): Promise<void> {
    this.isSynced = false
    return new Promise((opened, reject) => {
      request(
        `${origin}/api/live`,
        { agent, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`A stream was answered with ${answer.statusCode}.`))
          this.#answer = answer
          let rest = ''
          answer.setEncoding('utf8')
          answer.on('error', () => {})
          answer.on('data', (chunk: string) => {
            const lines = (rest + chunk).split('\n')
            rest = lines.pop() ?? ''
            for (const line of lines) this.#read(line)
            if (this.isSynced) opened()
          })
        },
      )
        .once('error', reject)
        .end()
    })
  }

  #read(line: string) {
    if (line.includes('"resync"')) this.isSynced = true
    const id = /"kind":"change".*"id":"([^"]+)"/.exec(line)?.[1]
    if (id !== undefined && !this.told.has(id)) this.told.set(id, performance.now())
  }

  close() {
    this.#answer?.destroy()
  }
}
