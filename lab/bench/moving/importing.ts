import { setTimeout as sleep } from 'node:timers/promises'
import { type ImportBatch, largestPart } from '../../../contract/people/imports/imports.ts'
import { type SignIn, signIn } from '../../../testbed/sign-in.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { listen } from '../live/stream.ts'
import { memoryOf, startLantern } from '../processes.ts'
import { patientsCsv } from './file.ts'

export interface Imported {
  /** Seconds. */
  check: number
  commit: number
  /** MB by which the server's memory grew, from before the file until after the commit. */
  growth: number
  /** Milliseconds of the desk's registrations meanwhile. */
  desk: number[]
  /** Live events a second on the screen that received most, without those of the desk's registrations. */
  events: number
}

const mostScreens = 200
/** Milliseconds between registrations at the desk. */
const deskEvery = 250

/** Imports patients while the desk registers others, and screens show lists of patients. */
export async function importPatients(
  hospital: Hospital,
  rows: number,
  start = startLantern,
): Promise<Imported> {
  const server = await start(hospital)
  try {
    const call = caller(server.origin, await signIn(server.origin, 'admin'))
    const begun = await call<ImportBatch>('POST', '/imports', { kind: 'PATIENTS', fileName: 'patients.csv' })
    const path = `/imports/${begun.body.id}`
    const until = async (state: string) => {
      for (;;) {
        const answer = await call<ImportBatch>('GET', path)
        if (answer.body.state === state) return answer
        if (answer.body.problem) throw new Error(answer.body.problem)
        await sleep(200)
      }
    }
    const act = async (name: string, state: string) => {
      const begin = performance.now()
      await call('POST', `${path}/${name}`)
      const { body } = await until(state)
      return { seconds: (performance.now() - begin) / 1000, counts: body.counts }
    }

    // Sign-in and the first requests are not the import's memory.
    await sleep(1000)
    const memory = watchMemory(server.pid)
    await sendFile((part) => call('POST', `${path}/parts`, part), patientsCsv(rows))
    const { body, etag } = await until('READ')
    if (body.mapping) await call('PUT', `${path}/mapping`, { mapping: body.mapping }, { 'if-match': etag })
    const check = await act('check', 'CHECKED')
    if (check.counts.ready !== rows) throw new Error(`${check.counts.ready} of ${rows} rows are ready.`)

    const screens = await openScreens(server.origin, await signIn(server.origin, 'receptionist'))
    const committing = act('commit', 'COMMITTED')
    const began = performance.now()
    // Screens also hear of the desk's registrations: the desk begins when their events are counted.
    for (let isBegun = false; !isBegun; await sleep(100)) {
      const { state, done } = (await call<ImportBatch>('GET', path)).body
      // Until it begins, `done` is that of the check.
      isBegun = state !== 'CHECKED' && done >= rows / 4
    }
    const events = screens.end() / ((performance.now() - began) / 1000)
    const desk = workAtDesk(caller(server.origin, await signIn(server.origin, 'receptionist')))
    const commit = await committing
    const times = await desk.end()
    if (commit.counts.imported !== rows)
      throw new Error(`${commit.counts.imported} of ${rows} were imported.`)
    return {
      check: check.seconds,
      commit: commit.seconds,
      growth: memory.end(),
      desk: times,
      events,
    }
  } finally {
    await server.stop()
  }
}

type Caller = ReturnType<typeof caller>

/** Calls the API, with tokens that are made anew before they end. */
function caller(origin: string, { token }: SignIn) {
  let held = { text: token(), until: Date.now() + 200_000 }
  return async <Body>(method: string, path: string, body?: object, headers = {}) => {
    if (held.until < Date.now()) held = { text: token(), until: Date.now() + 200_000 }
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await held.text}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`)
    return { body: JSON.parse(text) as Body, etag: answer.headers.get('etag') ?? '' }
  }
}

async function sendFile(send: (part: object) => Promise<unknown>, file: Buffer): Promise<void> {
  const parts = Math.ceil(file.length / largestPart)
  for (let part = 0; part < parts; part++) {
    const content = file.subarray(part * largestPart, (part + 1) * largestPart).toString('base64')
    await send({ part, content, isLast: part === parts - 1 })
  }
}

function watchMemory(pid: number) {
  const before = memoryOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  return {
    end() {
      clearInterval(timer)
      return most - before
    },
  }
}

/** Registers patients, one after another, until `end` is called. */
function workAtDesk(call: Caller) {
  const times: number[] = []
  let isOver = false
  const working = (async () => {
    for (let number = 0; !isOver; number++) {
      const at = performance.now()
      await call('POST', '/patients', {
        firstName: 'Desk',
        lastName: `Person${number}`,
        dateOfBirth: '1980-01-01',
        gender: 'FEMALE',
        contactNumber: `+1 555 ${200_000 + number}`,
        address: '1 Main Street',
      })
      times.push(performance.now() - at)
      await sleep(deskEvery)
    }
  })()
  return {
    async end() {
      isOver = true
      await working
      return times
    },
  }
}

/** Screens with a list of patients and its figures; `end` gives the number of events of the one that was sent most. */
async function openScreens(origin: string, desk: SignIn) {
  const events = Array<number>(mostScreens).fill(0)
  const headers = { authorization: `Bearer ${await desk.token()}`, accept: 'text/event-stream' }
  const streams = await Promise.all(
    events.map((_, screen) =>
      listen(`${origin}/api/live?scope=patients&scope=patient-figures`, headers, {
        heard: (bytes) => {
          events[screen] = (events[screen] ?? 0) + bytes.toString('latin1').split('data:').length - 1
        },
        ended: () => {},
      }),
    ),
  )
  // The first event of a stream says when it begins to report changes.
  await sleep(1000)
  events.fill(0)
  return {
    end() {
      for (const stream of streams) stream.close()
      return Math.max(...events)
    },
  }
}
