import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listAudit } from '../../../contract/hospital/audit.ts'
import { newAccount, sendSignUp, startApp } from '../../testing/app.ts'
import { storyClock } from '../../testing/clock.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'
import { openMailbox } from '../../testing/mailbox.ts'
import { sealKeyOf } from '../seals/key.ts'
import { sealTrail } from '../seals/sealing.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const metrics = createMetrics('1.2.3')
const app = await startApp({ metrics })
const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await server.close()
  await app.close()
})
const desk = await app.signIn('receptionist')

async function figures(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  return samplesIn(await answer.text())
}

/** Each sample by its name and labels, as Prometheus reads them. */
function samplesIn(text: string): Map<string, number> {
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

test('calls are counted by route and outcome, and nothing of a patient is among the figures', async () => {
  const form = patientForm({ firstName: 'Zephyrine', lastName: 'Quillfeather' })
  const patient = await givenPatient(desk, form)
  await desk.send('GET', `/api/patients/${patient.id}`)
  await desk.send('GET', '/api/patients?search=Quillfeather')
  await desk.send('GET', '/api/patients/Quillfeather/nothing')
  await app.visitor.send('GET', `/api/patients/${patient.id}`)
  const told = await figures()
  const calls = (route: string, status: number) =>
    told.get(`lantern_http_requests_total{method="GET",route="${route}",status="${status}"}`)
  expect(calls('/api/patients/:id', 200)).toBe(1)
  expect(calls('/api/patients/:id', 401)).toBe(1)
  expect(calls('other', 404)).toBe(1)
  expect(
    told.get('lantern_http_request_duration_seconds_count{method="GET",route="/api/patients/:id"}'),
  ).toBe(2)
  for (const name of told.keys()) {
    for (const telling of ['Quillfeather', 'Zephyrine', patient.id, patient.mrn, desk.id, desk.email]) {
      expect(name).not.toContain(telling)
    }
  }
})

test('how the process, its connections, its streams and its database are can be read', async () => {
  const stream = await openLive(app.url, desk, 'queue')
  onTestFinished(() => stream.close())
  const told = await figures()
  expect(told.get('lantern_live_streams')).toBe(1)
  expect(told.get('lantern_database_up')).toBe(1)
  expect(told.get('lantern_changes_heard')).toBe(1)
  expect(told.get('lantern_changes_lag_seconds')).toBeLessThan(20)
  expect(told.get('lantern_mails_due')).toBe(0)
  expect(told.get('lantern_info{version="1.2.3"}')).toBe(1)
  expect(told.get('lantern_database_connections{pool="calls",state="idle"}')).toBeGreaterThan(0)
  expect(told.get('lantern_database_connections{pool="calls",state="waiting"}')).toBe(0)
  expect(told.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect([...told.keys()].filter((name) => name.startsWith('nodejs_eventloop_lag_'))).not.toEqual([])
})

test('an SMTP server that refuses is seen, however often a mail is tried, and so is a mail that was given up', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.close())
  const { clock, set } = storyClock('2026-06-11T20:00:00Z')
  const own = createMetrics('1.2.3')
  const mail = {
    url: mailbox.url,
    from: 'Lantern <lantern@example.org>',
    publicUrl: 'https://lantern.example.org',
  }
  const hospital = await startApp({ metrics: own, clock, mail })
  onTestFinished(() => hospital.close())
  await set(hospital, clock())
  const mails = async () => {
    const told = samplesIn((await own.text()).body)
    return ['due', 'given_up']
      .map((what) => told.get(`lantern_mails_${what}`))
      .concat(told.get('lantern_mail_lag_seconds'))
  }
  const tries = async () => (await hospital.asOwner<{ tries: number }>('select tries from mail'))[0]?.tries
  const patience = { timeout: 8000, interval: 20 }
  mailbox.be('full')
  const start = clock()
  await sendSignUp(hospital, newAccount())
  await expect.poll(tries, patience).toBe(1)
  for (const [before, minutes] of [2, 30].entries()) {
    await set(hospital, new Date(start.getTime() + minutes * 60_000))
    hospital.app.lantern.outbox.hurry()
    await expect.poll(tries, patience).toBe(before + 2)
  }
  expect(await mails()).toEqual([1, 0, 30 * 60])

  await set(hospital, new Date(start.getTime() + 25 * 3_600_000))
  hospital.app.lantern.outbox.hurry()
  await expect.poll(mails, patience).toEqual([0, 1, 0])
})

test('how long something has waited to be sealed is said, and that nothing has in a quiet night', async () => {
  const own = createMetrics('1.2.3')
  const { clock, set } = storyClock('2026-06-11T20:00:00Z')
  const hospital = await startApp({ metrics: own, clock })
  onTestFinished(() => hospital.close())
  await set(hospital, clock())
  const admin = await hospital.founder()
  const key = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
  const unsealed = async () => samplesIn((await own.text()).body).get('lantern_audit_unsealed_seconds')
  const seal = () => sealTrail({ db: hospital.app.lantern.db, key, clock })
  await hospital.flushAudit()
  await seal()
  const evening = clock().getTime()
  await set(hospital, new Date(evening + 8 * 3_600_000))
  expect(await unsealed()).toBe(0)
  await admin.renewToken()
  await admin.call(listAudit)
  await hospital.flushAudit()
  await set(hospital, new Date(evening + 8 * 3_600_000 + 400_000))
  expect(await unsealed()).toBe(400)
})

test('a job that fails is counted', async () => {
  metrics.ranJob('delete-old-mails', true)
  metrics.ranJob('delete-old-mails', false)
  const told = await figures()
  expect(told.get('lantern_job_runs_total{job="delete-old-mails",outcome="failed"}')).toBe(1)
  expect(told.get('lantern_job_done_timestamp_seconds{job="delete-old-mails"}')).toBeGreaterThan(1e9)
})

test('figures are on their own port, and on no other', async () => {
  for (const path of ['/metrics', '/api/metrics']) {
    expect((await app.visitor.send('GET', path)).status).toBe(404)
  }
  const elsewhere = await fetch(`http://127.0.0.1:${server.port}/api/patients`)
  expect(elsewhere.status).toBe(404)
})
