import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { patientForm } from '../../testing/factories/patients/patients.ts'
import { createTracing } from './tracing.ts'

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const received: string[] = []
/** A minimal collector that only keeps the traces it receives. */
const collector = createServer(async (request, answer) => {
  if (request.url === '/v1/traces') received.push(await text(request))
  answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((resolve) => {
  collector.listen(0, '127.0.0.1', resolve)
})
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const tracing = createTracing('1.2.3', { OTEL_TRACES_SAMPLER_ARG: '1' })
const app = await startApp({ tracing, trustedProxy: '127.0.0.1' })
const desk = await app.signIn('receptionist')
afterAll(async () => {
  await app.close()
  collector.close()
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
})

function spans(): OtlpSpan[] {
  return received.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
}

function attribute(span: OtlpSpan | undefined, name: string): unknown {
  const value = span?.attributes.find(({ key }) => key === name)?.value ?? {}
  return Object.values(value)[0]
}

test('a call and its statements come as one trace, in the proxy’s, and tell nothing of the patient', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const form = patientForm({ firstName: 'Zephyrine', lastName: 'Quillfeather', email: 'z@secret.example' })
  const made = await desk.call(
    registerPatient,
    { body: form },
    { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } },
  )
  expect(made.status).toBe(201)
  await desk.send('GET', `/api/patients/${made.body.id}`)
  await desk.send('GET', '/api/patients?search=Quillfeather')
  await tracing.close()

  const call = spans().find(({ name }) => name === 'POST /api/patients')
  expect(call).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(attribute(call, 'http.response.status_code')).toBe(201)
  expect(attribute(call, 'lantern.request_id')).toBe(made.headers.get('x-request-id'))
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(statements.map((span) => attribute(span, 'db.query.text'))).toContainEqual(
    expect.stringContaining('insert into patient'),
  )
  for (const { traceId: of, startTimeUnixNano, endTimeUnixNano } of statements) {
    expect(of).toBe(traceId)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  }
  expect(spans().map(({ name }) => name)).toContain('GET /api/patients/:id')
  expect(received.join('')).toContain('1.2.3')
  expect(received.join('')).not.toMatch(/zephyrine|quillfeather|secret\.example/i)
  expect(received.join('')).not.toContain(made.body.id)
})
