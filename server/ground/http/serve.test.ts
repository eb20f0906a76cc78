import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../contract/api/endpoint.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import { buildApp } from '../../app.ts'
import { newAccount, sendSignIn, sendSignUp, startApp } from '../../testing/app.ts'
import { createClient } from '../../testing/client.ts'
import { givenExamples, givenPeople } from '../../testing/every-example.ts'
import { serve } from './serve.ts'

const app = await startApp()
/** A server with one connection, where a call that needs two waits for itself, as all calls would under load. */
const narrow = await startApp({ on: app, connections: 1 })
const forgetful = await buildApp({ databaseUrl: app.database.appUrl })
afterAll(async () => {
  await forgetful.close()
  await narrow.close()
  await app.close()
})
const people = await givenPeople(app)
const examples = givenExamples(people)

test.each(endpoints)('$name needs one database connection at a time', async (endpoint) => {
  const example = await examples[endpoint.name]?.()
  if (!example) throw new Error(`${endpoint.name} has no example`)
  // An update clears the cached hospital settings, so that the call has to read them.
  await app.asOwner('update hospital set updated_at = now()')
  await sleep(30)
  const client = createClient(narrow.url, () => ({ authorization: `Bearer ${example.by.token}` }))
  const answer = await client.call(endpoint, example.request as never, { headers: { ...example.headers } })
  expect(answer.status, answer.text).toBe(endpoint.kind === 'create' ? 201 : 200)
})

test('so does signing up and signing in', async () => {
  const account = newAccount()
  expect((await sendSignUp(narrow, account)).status).toBe(200)
  expect((await sendSignIn(narrow, account)).status).toBe(200)
})

const openLocation = endpoint({
  name: 'openLocation',
  summary: 'Open a storage location',
  method: 'PUT',
  path: '/opened',
  permission: 'dashboard.view',
  cases: {
    open: { summary: 'Open it', permission: 'dashboard.view' },
    close: { summary: 'Close it', permission: 'staff.manage' },
  },
  kind: 'change',
  body: z.strictObject({ name: z.string(), permitted: z.enum(['open', 'close']).optional() }),
  reply: z.object({ name: z.string() }),
})
serve(forgetful, openLocation, async ({ trx, body, permit }) => {
  await trx.insertInto('storage_location').values({ name: body.name }).execute()
  if (body.permitted) permit(body.permitted)
  return { name: body.name }
})
const forgetfulUrl = await forgetful.listen({ host: '127.0.0.1', port: 0 })

test.each([
  { permitted: 'open', status: 200, times: 1 },
  { permitted: 'close', status: 403, times: 0 },
  { permitted: undefined, status: 500, times: 0 },
] as const)(
  'what was permitted as $permitted is answered with $status and done $times times',
  async ({ permitted, status, times }) => {
    const before = await openings()
    const client = createClient(forgetfulUrl, () => ({ authorization: `Bearer ${people.doctor.token}` }))
    const name = `Location ${String(permitted)}`
    const answer = await client.call(openLocation, { body: { name, ...(permitted && { permitted }) } })
    expect(answer.status, answer.text).toBe(status)
    expect(await app.asOwner('select from storage_location where name = $1', [name])).toHaveLength(times)
    expect((await openings()) - before).toBe(times)
  },
)

test('only what edits or changes has cases', () => {
  const read = { ...openLocation, name: 'readLocation', kind: 'read' as const }
  expect(() => serve(forgetful, read, async () => ({ name: '' }))).toThrow(
    'only what edits or changes has cases',
  )
})

test('a server whose trail has no room left answers nothing that has to be on record', async () => {
  const full = await startApp({ on: app, trailRoom: 0 })
  onTestFinished(() => full.close())
  const desk = createClient(full.url, () => ({ authorization: `Bearer ${people.receptionist.token}` }))
  const refused = await desk.call(listPatients)
  expect(refused.problem).toMatchObject({ status: 503, code: 'database_unavailable' })
  expect(refused.problem.detail).toContain('Access can’t be logged')
  expect((await full.visitor.call(readSite)).status).toBe(200)
})

/** The number of times that the audit trail has this location as opened. */
async function openings(): Promise<number> {
  return (await app.asOwner(`select from audit_entry where action = 'openLocation' and outcome = 'done'`))
    .length
}
