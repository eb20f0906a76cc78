import { Writable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { patientForm } from '../../testing/factories/patients/patients.ts'

let lines: Record<string, unknown>[] = []
const stream = new Writable({
  write(text: Buffer, _encoding, done) {
    for (const line of text.toString().trim().split('\n')) lines.push(JSON.parse(line))
    done()
  },
})
const app = await startApp({ logger: { level: 'info', stream } })
const behind = await startApp({ on: app, trustedProxy: '10.1.2.3, 127.0.0.1' })
afterAll(async () => {
  await behind.close()
  await app.close()
})
const desk = await app.signIn('receptionist')
beforeEach(() => {
  lines = []
})

const own = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/

test('every answer names its request, and no two the same', async () => {
  const paths = ['/api/site', '/api/patients', '/api/nothing', '/api/docs', '/livez', '/api/patients/%zz']
  const answers = await Promise.all([...paths, ...paths].map((path) => app.visitor.send('GET', path)))
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
  for (const id of ids) expect(id).toMatch(own)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what the proxy calls a request is kept, where it is believed and what it says could be a name', async () => {
  const name = async (on: typeof app, given: string) =>
    (await on.visitor.send('GET', '/api/site', { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    )
  expect(await name(behind, 'f058ebd6-02f7-4d3f-942e-904344e8cde5')).toBe(
    'f058ebd6-02f7-4d3f-942e-904344e8cde5',
  )
  // Nobody else can choose what the audit trail and the log say.
  expect(await name(app, 'f058ebd6-02f7-4d3f-942e-904344e8cde5')).toMatch(own)
  for (const said of [
    'short',
    '<script>alert(1)</script>',
    'a'.repeat(65),
    'with spaces in it',
    '{"level":"x"}',
  ]) {
    expect(await name(behind, said)).toMatch(own)
  }
})

test('somebody who is told that something failed has a number, under which the log and the trail know it', async () => {
  await app.asOwner(
    `alter table patient add constraint planted check (last_name <> 'Quillfeather') not valid`,
  )
  const failed = await desk.call(registerPatient, { body: patientForm({ lastName: 'Quillfeather' }) })
  await app.asOwner('alter table patient drop constraint planted')
  const id = failed.headers.get('x-request-id') ?? ''
  expect(failed.status).toBe(500)
  expect(failed.problem.detail).toContain(id)
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      reqId: id,
      err: expect.objectContaining({ constraint: 'planted' }),
    }),
  )
  const made = await desk.call(registerPatient, { body: patientForm() })
  const [entry] = await app.asOwner<{ request_id: string }>(
    `select request_id from audit_entry where action = 'registerPatient'`,
  )
  expect(entry?.request_id).toBe(made.headers.get('x-request-id'))
})

test('with LOG_LEVEL=info each call has a line, which says which kind of call it was and not of whom', async () => {
  const made = await desk.call(registerPatient, { body: patientForm() })
  const read = await desk.send('GET', `/api/patients/${made.body.id}?x=Quillfeather`)
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[1]).toMatchObject({
    level: 'info',
    reqId: read.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/patients/:id',
    status: 422,
    millis: expect.any(Number),
  })
  expect(JSON.stringify(lines)).not.toContain('Quillfeather')
  expect(JSON.stringify(lines)).not.toContain(made.body.id)
})

test('what was refused on purpose is no error in the log', async () => {
  lines = []
  const closing = await startApp({ on: app, logger: { level: 'warn', stream }, leaveFor: 300 })
  const closed = closing.app.close()
  expect((await closing.visitor.send('GET', '/readyz')).status).toBe(503)
  await closed
  await closing.close()
  expect(lines).toEqual([])
})
