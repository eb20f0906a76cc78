import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { request as plainly } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hospital } from '../../testbed/hospital.ts'
import { registration } from '../../testbed/registration.ts'
import { type Check, checkInto, hospitalName, type Servers, untilSo } from './servers.ts'

/** A caller's address, which is not the proxy's, and another that the caller only claims. */
const clerk = '127.0.0.2'
const pretended = '203.0.113.7'
/** Milliseconds after which an event counts as late. */
const soon = 2000

interface Setting {
  ports: { http: number; https: number }
  certificate: Buffer
  servers: Servers
  hospital: Hospital
  /** How many seconds a live stream is held open. */
  seconds: number
  /** The only check to run, if not all. */
  only?: string
  /** The proxy's output, once it has ended. */
  hasEnded: () => string | undefined
}

/** Works in a hospital behind a proxy as people do, and checks that everything is right. */
export async function throughProxy(setting: Setting): Promise<Check[]> {
  const { ports, servers, hospital, seconds, only, hasEnded } = setting
  const way = wayThrough(setting)
  const found: Check[] = []
  const wants = (name: string) => only === undefined || only === name
  const check = checkInto(found)

  await untilSo(async () => hasEnded() !== undefined || (await way.call({ path: '/readyz' })).status === 200)
  check('its file is loaded, and leads to a server', hasEnded() === undefined, hasEnded())
  if (hasEnded() !== undefined) return found

  const signedIn = await way.call({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email: 'receptionist@demo.test', password: 'lantern-demo-2026' },
    headers: { origin: `https://${hospitalName}`, 'x-forwarded-for': pretended },
  })
  const cookies = signedIn.headers['set-cookie'] ?? []
  check(
    'signing in sets a cookie of this host alone, by TLS alone',
    signedIn.status === 200 && cookies.some((line) => /^__Host-lantern\.session_token=.*; Secure/.test(line)),
    `${signedIn.status} ${cookies.join()}`,
  )
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const { token } = JSON.parse((await way.call({ path: '/api/auth/token', headers: { cookie } })).body) as {
    token: string
  }
  const signed = { authorization: `Bearer ${token}` }
  if (wants('address')) {
    const [session] = await hospital.asOwner<{ ip_address: string }>(
      'select ip_address from session order by created_at desc limit 1',
    )
    check('who calls is known by their own address', session?.ip_address === clerk, session?.ip_address)
  }
  if (only === undefined) {
    const plain = await new Promise<IncomingMessage>((answered, failed) => {
      plainly({ host: '127.0.0.1', port: ports.http, path: '/sign-in', headers: { host: hospitalName } })
        .once('response', answered)
        .once('error', failed)
        .end()
    })
    const { location } = plain.headers
    check(
      'whoever comes without TLS is led to it',
      plain.statusCode === 308 && (location ?? '').startsWith(`https://${hospitalName}`),
      `${plain.statusCode} ${location}`,
    )
    plain.resume()
    const id = signedIn.headers['x-request-id']
    check('the proxy names the request', /^[0-9a-f-]{32,36}$/.test(String(id)), String(id))
    const list = await way.call({ path: '/api/patients/export', headers: signed })
    const direct = await fetch(`http://127.0.0.1:${servers.ports[0]}/api/patients/export`, {
      headers: signed,
    })
    check(
      `a list of ${(list.body.length / 1e6).toFixed(1)} MB arrives whole`,
      list.status === 200 && list.body.length > 20_000 && list.body === (await direct.text()),
      `${list.status}, ${list.body.length} letters`,
    )
  }
  if (wants('stream')) {
    const made = await way.call({
      method: 'POST',
      path: '/api/patients',
      headers: { ...signed, 'idempotency-key': randomUUID() },
      body: registration('Streamed'),
    })
    const patient = JSON.parse(made.body) as { id: string; version: number }
    const stream = await way.open(`/api/live?scope=patient:${patient.id}`, signed)
    await sleep(seconds * 1000)
    check(`a live stream goes on for ${seconds} s`, !stream.isOver())
    const before = stream.heard().length
    const edited = await way.call({
      method: 'PUT',
      path: `/api/patients/${patient.id}`,
      headers: { ...signed, 'if-match': `"${patient.version}"`, 'idempotency-key': randomUUID() },
      body: { ...registration('Streamed'), address: '2 Steady Lane, Riverside' },
    })
    const begin = performance.now()
    await untilSo(async () => stream.heard().slice(before).includes('Steady Lane'), soon)
    check(
      `and tells a change at once`,
      edited.status === 200 && stream.heard().slice(before).includes('Steady Lane'),
      `${edited.status}, nothing after ${Math.round(performance.now() - begin)} ms`,
    )
    stream.close()
  }
  if (wants('stop')) {
    const work = workOn(way, signed)
    await sleep(1500)
    const codes = [await servers.replace(0)]
    await sleep(3000)
    codes.push(await servers.replace(1))
    await sleep(1500)
    const { calls, failed } = await work.end()
    check(
      `two servers are replaced in turn, and none of ${calls} calls fails`,
      failed.length === 0 && calls > 50 && codes.every((code) => code === 0),
      `${failed.length} failed, ${failed.slice(0, 3).join(', ')}; the servers ended with ${codes.join(' and ')}`,
    )
  }
  way.close()
  return found
}

type Way = ReturnType<typeof wayThrough>

interface Call {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

function wayThrough({ ports, certificate }: Setting) {
  const tls = { ca: certificate, servername: hospitalName, localAddress: clerk }
  const agent = new Agent({ keepAlive: true, ...tls })
  const ask = ({ method = 'GET', path, headers = {}, body }: Call, own?: Agent) =>
    new Promise<IncomingMessage>((answered, failed) => {
      request({
        host: '127.0.0.1',
        port: ports.https,
        method,
        path,
        agent: own ?? agent,
        headers: {
          host: hospitalName,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
        .once('response', answered)
        .once('error', failed)
        .end(body === undefined ? undefined : JSON.stringify(body))
    })
  return {
    async call(said: Call) {
      try {
        const answer = await ask(said)
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
      } catch (error) {
        return { status: 0, headers: {}, body: String(error) }
      }
    },
    /** Opens a stream on a connection of its own. */
    async open(path: string, headers: Record<string, string>) {
      const answer = await ask({ path, headers }, new Agent(tls))
      let heard = ''
      let isOver = false
      answer.on('data', (chunk: Buffer) => {
        heard += chunk.toString()
      })
      answer.once('close', () => {
        isOver = true
      })
      answer.once('error', () => {})
      return { heard: () => heard, isOver: () => isOver, close: () => answer.destroy() }
    },
    close: () => agent.destroy(),
  }
}

/** Three people who register patients and look for them until they are stopped. */
function workOn(way: Way, signed: Record<string, string>) {
  let calls = 0
  let isOver = false
  const failed: string[] = []
  const ask = async (wanted: number, call: Call) => {
    const { status, body } = await way.call({ ...call, headers: { ...signed, ...call.headers } })
    calls++
    if (status !== wanted)
      failed.push(`${call.method ?? 'GET'} ${call.path}: ${status} ${body.slice(0, 120)}`)
  }
  async function work() {
    while (!isOver) {
      const lastName = `Behind ${randomUUID()}`
      await ask(201, {
        method: 'POST',
        path: '/api/patients',
        headers: { 'idempotency-key': randomUUID() },
        body: registration(lastName),
      })
      await ask(200, { path: `/api/patients?search=${encodeURIComponent(lastName)}` })
      await sleep(20)
    }
  }
  const people = [work(), work(), work()]
  return {
    async end() {
      isOver = true
      await Promise.all(people)
      return { calls, failed }
    },
  }
}
