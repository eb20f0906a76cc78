import { afterAll, expect, onTestFinished, test } from 'vitest'
import { givenPatient, patientForm } from '../patients/factories.ts'
import { startApp } from '../testing/app.ts'
import { openLive } from '../testing/live-stream.ts'
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

/** Each sample by its name and labels, as Prometheus reads them. */
async function figures(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  const samples = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
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
  // Never sealed yet: no moment is said, and not that of 1970.
  expect(told.has('lantern_audit_seal_timestamp_seconds')).toBe(false)
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
