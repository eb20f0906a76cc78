import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  demoRequestsAnHour,
  handleDemoRequest,
  listDemoRequests,
  requestDemo,
} from '../../../contract/hospital/demo-requests.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent } from '../../testing/client.ts'
import { storyClock } from '../../testing/clock.ts'
import { demoForm, givenDemoRequest } from '../../testing/factories/visitors/demo-requests.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'

const { clock, set } = storyClock('2026-06-11T08:00:00Z')
// Visitors behind the hospital's proxy are known by the address that the proxy names.
const app = await startApp({ clock, trustedProxy: '127.0.0.1' })
afterAll(() => app.close())
const admin = await app.founder()
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
/** A token lives for minutes only. */
async function goOn(moment: string) {
  await set(app, new Date(moment))
  await admin.renewToken()
}
const list = async (query = {}) => (await admin.call(listDemoRequests, { query })).body.items

test('whoever asks for a demo is told that it was kept, and the administrators see it at once', async () => {
  const screen = await openLive(app.url, admin, 'demo-requests')
  onTestFinished(() => screen.close())
  const form = demoForm({ phone: ' +46 8 123 ', message: 'Two wards, 60 beds', name: ' Rosa Lindgren ' })
  const answer = await app.visitor.call(requestDemo, { body: form }, from('10.0.0.1'))
  expect(answer.status).toBe(201)
  // Nobody learns more of what is kept than what they wrote.
  expect(Object.keys(answer.body)).toEqual(['id'])
  await expect.poll(() => screen.stale('demo-requests')).toBe(1)
  expect(await list()).toEqual([
    {
      ...form,
      id: answer.body.id,
      name: 'Rosa Lindgren',
      phone: '+46 8 123',
      requestedAt: '2026-06-11T08:00:00.000Z',
      handledAt: null,
      handledBy: null,
    },
  ])
  const trail = await app.asOwner(
    `select staff_id, subject_id, changes, address from audit_entry where action = 'requestDemo'`,
  )
  expect(trail).toEqual([
    { staff_id: null, subject_id: answer.body.id, changes: { hospital: form.hospital }, address: '10.0.0.1' },
  ])
})

test('a second press is the same request, whatever became of the first one’s answer', async () => {
  const before = (await list()).length
  const key = idempotent()
  const body = demoForm()
  const send = () =>
    app.visitor.call(requestDemo, { body }, { headers: { ...from('10.0.0.2').headers, ...key.headers } })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await list()).toHaveLength(before + 1)
  const other = await app.visitor.call(requestDemo, { body: demoForm() }, key)
  expect(other.problem.code).toBe('idempotency_key_reused')
})

test('what is missing or no address is said beside its field', async () => {
  const body = { ...demoForm({ hospital: ' ', email: 'rosa at harbour' }) }
  const refused = await app.visitor.call(requestDemo, { body }, from('10.0.0.3'))
  expect(refused.problem).toMatchObject({
    status: 422,
    errors: [
      { path: 'hospital', message: 'Hospital or clinic is required' },
      { path: 'email', message: 'Enter an e-mail address, e.g. name@hospital.org' },
    ],
  })
})

test('one network sends so many in an hour, however it hurries; others are heard meanwhile', async () => {
  const many = Array.from({ length: demoRequestsAnHour + 10 }, () =>
    app.visitor.call(requestDemo, { body: demoForm() }, from('10.0.0.4')),
  )
  const answers = await Promise.all(many)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(demoRequestsAnHour)
  const refused = answers.find(({ status }) => status !== 201)
  expect(refused?.problem).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    detail: 'Too many requests were sent from your network. Try again in 60 minutes.',
    retryAfter: 3600,
  })
  expect(refused?.headers.get('retry-after')).toBe('3600')
  expect((await app.visitor.call(requestDemo, { body: demoForm() }, from('10.0.0.5'))).status).toBe(201)

  // With IPv6 everybody has a network of addresses: all of them count as one.
  for (let host = 1; host <= demoRequestsAnHour; host++) {
    await app.visitor.call(requestDemo, { body: demoForm() }, from(`2001:db8::${host}`))
  }
  expect((await app.visitor.call(requestDemo, { body: demoForm() }, from('2001:db8::ffff'))).status).toBe(429)
  expect((await app.visitor.call(requestDemo, { body: demoForm() }, from('2001:db8:0:1::1'))).status).toBe(
    201,
  )

  await goOn('2026-06-11T09:00:00Z')
  expect((await app.visitor.call(requestDemo, { body: demoForm() }, from('10.0.0.4'))).status).toBe(201)
})

test('of two at once the second is counted after the first', async () => {
  const address = '10.0.0.6'
  for (let sent = 1; sent < demoRequestsAnHour; sent++) {
    await app.visitor.call(requestDemo, { body: demoForm() }, from(address))
  }
  const { untilWaiting, letGo } = await holdLock(
    app,
    `insert into demo_request (name, hospital, email, network, requested_at) values ('Rosa', 'First', 'r@h.test', $1, $2)`,
    [address, clock()],
  )
  const second = app.visitor.call(requestDemo, { body: demoForm() }, from(address))
  await untilWaiting()
  await letGo()
  expect((await second).status).toBe(429)
})

test('what an administrator has handled says so, by whom and when, and can be taken back', async () => {
  const { id } = await givenDemoRequest(app.visitor)
  const mark = (isHandled: boolean) => admin.call(handleDemoRequest, { params: { id }, body: { isHandled } })
  const { firstName, lastName } = await admin.me()
  const handled = { handledAt: clock().toISOString(), handledBy: `${firstName} ${lastName}` }
  expect((await mark(true)).body).toMatchObject(handled)
  // The first to mark it stays named.
  await goOn('2026-06-11T09:30:00Z')
  expect((await mark(true)).body).toMatchObject(handled)
  expect((await list({ handled: 'yes' })).map((one) => one.id)).toEqual([id])
  expect((await list({ handled: 'no' })).map((one) => one.id)).not.toContain(id)
  expect((await mark(false)).body).toMatchObject({ handledAt: null, handledBy: null })
  const unknown = { params: { id: '00000000-0000-4000-8000-000000000000' }, body: { isHandled: true } }
  expect((await admin.call(handleDemoRequest, unknown)).status).toBe(404)
})
