import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { mostPrinted } from '../../../../contract/api/page.ts'
import { exportPatients, listPatients, printPatients } from '../../../../contract/people/patients.ts'
import { type StaffClient, startApp } from '../../../testing/app.ts'

const stallMillis = 1500
const app = await startApp({
  connections: 4,
  wholeLists: { longestStall: stallMillis, longestWait: 10 * stallMillis },
})
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const staff = await Promise.all(Array.from({ length: 4 }, () => app.signIn('receptionist')))
// More than the buffers between two processes hold.
await app.asOwner(
  `insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address, medical_history)
   select 100000 + n, 'First' || n, 'Last' || n, '1980-01-01', 'OTHER', '030' || n, 'Street', repeat('history ', 2000)
   from generate_series(1, 3000) n`,
)

test('exports that nobody reads harm nobody else, and end', async () => {
  const stalled = await Promise.all(staff.map((member) => stalledExport(member)))
  for (let times = 0; times < 10; times++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.call(listPatients)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await sleep(20)
  }
  // Two at a time have their turn, and lose it when nothing was read for long enough; then it is hers.
  const answer = await desk.call(exportPatients, { query: { search: 'First77' } })
  expect(answer.status).toBe(200)
  await expect.poll(openExports, { timeout: 8000 }).toBe(0)
  for (const { socket, ended } of stalled) {
    socket.resume()
    await ended
  }
})

test('a slow reader who goes on reading gets everything', async () => {
  const response = await fetch(`${app.url}/api/patients/export?search=First2`, {
    headers: { authorization: `Bearer ${desk.token}`, 'accept-encoding': 'identity' },
  })
  let size = 0
  let chunks = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (chunks++ % 60 === 0) await sleep(stallMillis / 8)
  }
  expect(size).toBeGreaterThan(10_000_000)
})

test('an export that is being read when the server stops arrives whole', async () => {
  const own = await startApp({ on: app })
  const response = await fetch(`${own.url}/api/patients/export?search=First2`, {
    headers: { authorization: `Bearer ${desk.token}`, 'accept-encoding': 'identity' },
  })
  const closed = own.app.close()
  // The server is stopping, so it accepts no new connections.
  await expect.poll(() => isListening(own.url), { timeout: 15_000 }).toBe(false)
  let size = 0
  for await (const chunk of response.body ?? []) size += chunk.length
  expect(size).toBeGreaterThan(10_000_000)
  await closed
  await own.close()
})

test('one account has one at a time: a second waits, and is refused when the first does not end', async () => {
  const [member = desk] = staff
  const own = await startApp({ on: app, wholeLists: { longestStall: 20_000, longestWait: 300 } })
  try {
    const first = await stalledExport(member, own.url)
    await first.begin()
    const second = await sendExport(own.url, member)
    expect(second.status).toBe(429)
    expect(await second.json()).toMatchObject({
      code: 'export_running',
      detail: 'Your last export or print is still running. Try again when it has finished.',
    })
    const other = await sendExport(own.url, desk)
    expect(other.status).toBe(200)
    await other.text()
    const another = await stalledExport(staff[1] ?? desk, own.url)
    await another.begin()
    const refused = await sendExport(own.url, desk)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'exports_busy' })
    first.socket.destroy()
    another.socket.destroy()
    await Promise.all([first.ended, another.ended])
    const again = await sendExport(own.url, member)
    expect(again.status).toBe(200)
    await again.text()
  } finally {
    await own.close()
  }
})

test('a print is the whole list at one moment, and refused where that is no list for paper', async () => {
  const printed = await desk.call(printPatients, { query: { search: 'First29', sort: 'mrn' } })
  expect(printed.body.map(({ firstName }) => firstName)).toEqual([
    'First29',
    ...Array.from({ length: 10 }, (_, index) => `First29${index}`),
    ...Array.from({ length: 100 }, (_, index) => `First${2900 + index}`),
  ])
  const all = await desk.call(printPatients)
  expect(all.problem).toMatchObject({ status: 422, code: 'too_many_to_print' })
  expect(all.problem.detail).toContain(mostPrinted.toLocaleString('en-GB'))
})

/** Exports that hold a connection: nothing else has a statement that has not ended. */
async function openExports(): Promise<number> {
  const [row] = await app.asOwner<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return row?.open ?? 0
}

/** Whether a server accepts a new connection. */
function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

function sendExport(url: string, member: StaffClient) {
  return fetch(`${url}/api/patients/export?search=First77`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
}

/** Asks for an export and reads none of it; a socket that is not read does not hear of its end either. */
async function stalledExport(member: StaffClient, url = app.url) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.pause()
  socket.write(
    `GET /api/patients/export HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${member.token}\r\n\r\n`,
  )
  /** Reads what one buffer holds, and no more. */
  const begin = () => new Promise<void>((resolve) => socket.once('readable', resolve))
  return { socket, begin, ended }
}
